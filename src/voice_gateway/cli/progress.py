"""What `voice-gateway run` tells of its start, on the terminal."""


def part(name: str, seconds: float) -> None:
    tell(f"  {seconds:6.2f} s  {name}")


def note(line: str) -> None:
    tell(f"            {line}")


def tell(line: str) -> None:
    print(line, flush=True)
