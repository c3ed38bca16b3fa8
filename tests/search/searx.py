"""Debian's searx with one engine: the pages that a kiwix-serve holds."""

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_ports
from tests.programs import needs, needs_packages
from tests.search.zim import write_zim

_PATIENCE = 60
_DATA = Path("/usr/share/python3-searx")


@contextmanager
def running_searx(folder: Path) -> Iterator[str]:
    """The address of a searx that searches our pages."""
    for program in ("kiwix-serve", "searx-run"):
        needs(program)
    needs_packages("libzim")
    file = folder / "pages.zim"
    write_zim(file)
    kiwix, searx = free_ports(2)
    settings = folder / "searx.yml"
    settings.write_text(json.dumps(_settings(searx, f"http://127.0.0.1:{kiwix}")))
    programs = {
        f"http://127.0.0.1:{kiwix}/": [
            "kiwix-serve",
            "--address",
            "127.0.0.1",
            "--port",
            str(kiwix),
            str(file),
        ],
        f"http://127.0.0.1:{searx}/healthz": ["searx-run"],
    }
    environment = os.environ | {"SEARX_SETTINGS_PATH": str(settings)}
    environment = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    with (folder / "log").open("wb") as log:
        started = [
            subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder)
            for command in programs.values()
        ]
        try:
            for address, process in zip(programs, started, strict=True):
                _wait_for(address, process, folder / "log")
            yield f"http://127.0.0.1:{searx}"
        finally:
            for process in started:
                process.terminate()
            for process in started:
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    give_up = time.monotonic() + _PATIENCE
    while time.monotonic() < give_up and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"{address} did not come up:\n{log.read_text(errors='replace')[-2000:]}")


def _settings(port: int, kiwix: str) -> dict[str, object]:
    """All that searx wants to know; Debian's package has no settings of its own."""
    brand = ("git_url", "git_branch", "issue_url", "docs_url", "public_instances", "wiki_url", "twitter_url")
    engine = {
        "name": "pages",
        "engine": "xpath",
        "shortcut": "p",
        "categories": "general",
        "search_url": f"{kiwix}/search?pattern={{query}}&pageLength=8",
        "results_xpath": '//div[@class="results"]//li',
        "url_xpath": ".//a/@href",
        "title_xpath": ".//a",
        "content_xpath": ".//cite",
        "timeout": 20.0,
        "enable_http": True,
    }
    server = {
        "port": port,
        "bind_address": "127.0.0.1",
        "secret_key": "for tests only",
        "base_url": False,
        "image_proxy": False,
        "http_protocol_version": "1.1",
        "method": "GET",
        "default_http_headers": {},
    }
    return {
        "general": {"debug": False, "instance_name": "tests"},
        "brand": dict.fromkeys(brand, ""),
        "search": {
            "safe_search": 0,
            "autocomplete": "",
            "default_lang": "",
            "ban_time_on_fail": 0,
            "max_ban_time_on_fail": 0,
            "formats": ["html", "json"],
        },
        "server": server,
        "ui": {
            "static_path": str(_DATA / "static"),
            "templates_path": str(_DATA / "templates"),
            "default_theme": "simple",
            "default_locale": "",
            "theme_args": {},
        },
        "outgoing": {
            "request_timeout": 20.0,
            "useragent_suffix": "",
            "pool_connections": 10,
            "pool_maxsize": 10,
        },
        "engines": [engine],
        "locales": {"en": "English"},
        "doi_resolvers": {"none": "http://127.0.0.1/"},
        "default_doi_resolver": "none",
    }
