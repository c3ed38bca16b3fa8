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
            app = create_app(console, Access(), extra=hearing.routes)
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                heard = await client.post("/api/listen", content=spoken)
                woken = await client.post("/api/listen?wake=1", content=spoken)
                so_far = await client.post("/api/listen?so_far=1", content=spoken)
                answer = await client.post("/api/speak", json={"text": "The kitchen light is on."})
                again = await client.post("/api/listen", content=answer.content)
                nothing = await client.post("/api/speak", json={"text": ""})
                noise = await client.post("/api/listen", content=b"no sound at all")
            hearing.close()
    assert "kitchen light" in heard.json()["text"].lower()
    assert noise.status_code == nothing.status_code == 400
    assert woken.json()["text"] == "", "nobody said the wake word"
    assert "light" in so_far.json()["text"].lower()
    assert "kitchen light" in again.json()["text"].lower()
