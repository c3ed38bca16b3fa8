"""Stands for a program that was forked elsewhere: gives it streams, environment and signals, and its end.

Usage: launch.py SOCKET MODULE-OR-FILE ARGUMENT...
"""

import json
import os
import signal
import socket
import sys

PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    path, *command = sys.argv[1:]
    signal.pthread_sigmask(signal.SIG_BLOCK, PASSED_ON)  # until there is somebody to pass them on to
    told = {"command": command, "environment": dict(os.environ), "folder": os.getcwd()}
    message = json.dumps(told).encode(errors="surrogateescape")
    with socket.socket(socket.AF_UNIX) as mother:
        mother.connect(path)
        socket.send_fds(mother, [f"{len(message)}\n".encode()], [0, 1, 2])
        mother.sendall(message)
        for stream in (0, 1, 2):  # the program's now: who reads them sees its end
            os.close(stream)
        answers = mother.makefile()
        program = int(answers.readline())
        for number in PASSED_ON:
            signal.signal(number, lambda number, _: os.kill(program, number))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)
        code = int(answers.readline() or -signal.SIGKILL)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


main()
