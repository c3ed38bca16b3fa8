"""Push-to-talk, with the real transcriber."""

import subprocess
from pathlib import Path

import httpx
import pytest

from tests.home import settings_for
from tests.programs import missing, needs
from tests.servers.ollama import scripted_ollama
from voice_gateway.assembly import open_gateway
from voice_gateway.console import Access, Console, create_app
from voice_gateway.console.hearing import hearing_for


@pytest.fixture
def spoken(tmp_path: Path) -> bytes:
    """A sentence, spoken by a synthesiser."""
    flite = needs("flite")
    file = tmp_path / "spoken.wav"
    subprocess.run([flite, "-voice", "slt", "-t", "turn on the kitchen light", "-o", str(file)], check=True)
    return file.read_bytes()


async def test_what_is_said_into_the_page_is_written_down(spoken: bytes) -> None:
    async with scripted_ollama() as ollama:
        settings = settings_for(provider="ollama", ollama__base_url=ollama.url, search__browser=False)
        async with open_gateway(settings) as gateway:
            hearing = hearing_for(gateway)
            if hearing is None:
                missing("no transcriber is installed")
            console = Console(gateway, voice=hearing.voice)
            app = create_app(console, Access(), extra=[hearing.route])
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                heard = await client.post("/api/listen", content=spoken)
                noise = await client.post("/api/listen", content=b"no sound at all")
            hearing.close()
    assert "kitchen light" in heard.json()["text"].lower()
    assert noise.status_code == 400
