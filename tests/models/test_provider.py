"""Who answers is chosen by what Ollama has, under whatever name it is asked for."""

import pytest

from tests.home import settings_for
from tests.servers.ollama import scripted_ollama
from voice_gateway.diagnosis import examine
from voice_gateway.models import provider
from voice_gateway.models.provider import choose_client


@pytest.mark.parametrize("name", ["qwen3:0.6b", "QWEN3:0.6B", "library/qwen3:0.6b"])
async def test_a_model_that_ollama_has_is_used_however_its_name_is_written(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "builtin_is_there", lambda settings: True)
    async with scripted_ollama() as ollama:
        choice = await choose_client(settings_for(ollama__base_url=ollama.url, ollama__model=name))
        await choice.client.close()
    assert choice.client.provider == "ollama"
    assert choice.client.name == name


async def test_the_doctor_finds_it_too() -> None:
    async with scripted_ollama() as ollama:
        settings = settings_for(
            provider="ollama", ollama__base_url=ollama.url, ollama__model="library/QWEN3:0.6b"
        )
        found = await examine(settings)
    assert not any("is not there" in finding.text for finding in found)
