"""Settings: layers, origins, and errors that say what to do."""

from pathlib import Path
from typing import Any

import pytest

from voice_gateway.errors import SettingsError
from voice_gateway.settings import load_settings, secrets_of
from voice_gateway.settings.keys import list_keys


def write(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_layer_is_stronger_than_the_one_below(tmp_path: Path) -> None:
    file = write(tmp_path, '[ollama]\nmodel = "from-file"\nnum_ctx = 1024\ntemperature = 0.7\n')
    environment = {"OLLAMA_MODEL": "familiar", "VOICE_GATEWAY_OLLAMA_MODEL": "ours", "OLLAMA_NUM_CTX": "2048"}
    loaded = load_settings(file=file, environment=environment, command_line={"ollama.model": "typed"})
    assert loaded.settings.ollama.model == "typed"
    assert loaded.settings.ollama.num_ctx == 2048
    assert loaded.settings.ollama.temperature == 0.7
    assert loaded.settings.ollama.timeout == 60
    origins = {key: origin for key, _, origin in loaded.rows()}
    assert origins["ollama.model"] == "command line"
    assert origins["ollama.num_ctx"] == "environment variable OLLAMA_NUM_CTX"
    assert origins["ollama.temperature"] == str(file)
    assert origins["ollama.timeout"] == "default"


def test_our_own_variable_is_stronger_than_a_familiar_one() -> None:
    environment = {"VOICE_GATEWAY_OLLAMA_MODEL": "ours", "OLLAMA_MODEL": "familiar"}
    assert load_settings(environment=environment).settings.ollama.model == "ours"


@pytest.mark.parametrize(
    ("variable", "value", "key", "meant"),
    [
        ("OLLAMA_HOST", "pi", "ollama.base_url", "http://pi:11434"),
        ("OLLAMA_HOST", "pi:8080", "ollama.base_url", "http://pi:8080"),
        ("OLLAMA_HOST", ":8080", "ollama.base_url", "http://127.0.0.1:8080"),
        ("OLLAMA_HOST", "0.0.0.0", "ollama.base_url", "http://127.0.0.1:11434"),
        ("OLLAMA_BASE_URL", "https://pi/ollama/", "ollama.base_url", "https://pi/ollama"),
        ("OLLAMA_TEMPERATURE", "0.4", "ollama.temperature", 0.4),
        ("OLLAMA_KEEP_ALIVE", "5m", "ollama.keep_alive", 300),
        ("OLLAMA_KEEP_ALIVE", "-1", "ollama.keep_alive", -1),
        ("ANTHROPIC_MODEL", "claude-x", "anthropic.model", "claude-x"),
        (
            "VOICE_GATEWAY_SEARCH_BACKENDS",
            "duckduckgo, searxng",
            "search.backends",
            ("duckduckgo", "searxng"),
        ),
        ("VOICE_GATEWAY_SEARCH_ALLOWED_HOSTS", "wiki.lan,", "search.allowed_hosts", ("wiki.lan",)),
        (
            "VOICE_GATEWAY_SEARCH_ALLOWED_HOSTS",
            '["wiki.lan", "10.0.0.0/24"]',
            "search.allowed_hosts",
            ("wiki.lan", "10.0.0.0/24"),
        ),
    ],
)
def test_names_and_forms_that_people_already_have_are_understood(
    variable: str, value: str, key: str, meant: Any
) -> None:
    assert load_settings(environment={variable: value}).value(key) == meant


def test_a_secret_can_be_read_from_a_file_of_its_own(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("abc\n", encoding="utf-8")
    file = write(tmp_path, f'[home]\nhome_assistant_token_file = "{token}"\n')
    loaded = load_settings(file=file, environment={})
    assert secrets_of(loaded.settings) == ["abc"]
    assert ("home.home_assistant_token", "(hidden)", str(token)) in loaded.rows()
    named = {"VOICE_GATEWAY_ANTHROPIC_API_KEY_FILE": str(token)}
    assert secrets_of(load_settings(environment=named).settings) == ["abc"]
    given = load_settings(file=file, environment={"VOICE_GATEWAY_HOME_HOME_ASSISTANT_TOKEN": "xyz"})
    assert secrets_of(given.settings) == ["xyz"]


def test_a_secret_whose_file_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    file = write(tmp_path, '[home]\nhome_assistant_token_file = "/nowhere/token"\n')
    with pytest.raises(SettingsError, match="/nowhere/token cannot be read") as raised:
        load_settings(file=file, environment={})
    assert "home.home_assistant_token_file" in str(raised.value)


def test_secrets_are_hidden() -> None:
    loaded = load_settings(environment={"ANTHROPIC_API_KEY": "sk-very-secret"})
    assert "sk-very-secret" not in str(loaded.rows()) + repr(loaded.settings)
    assert ("anthropic.api_key", "(hidden)", "environment variable ANTHROPIC_API_KEY") in loaded.rows()


@pytest.mark.parametrize(
    ("environment", "text", "parts"),
    [
        ({"OLLAMA_NUM_CTX": "many"}, "", ["ollama.num_ctx", "valid integer", "'many'", "OLLAMA_NUM_CTX"]),
        ({"OLLAMA_NUM_CTX": "5"}, "", ["ollama.num_ctx", "greater than or equal to 512", "OLLAMA_NUM_CTX"]),
        ({"VOICE_GATEWAY_PROVIDER": "gemini"}, "", ["provider", "'ollama', 'builtin', 'anthropic' or"]),
        ({"VOICE_GATEWAY_OLAMA_MODEL": "x"}, "", ["Did you mean VOICE_GATEWAY_OLLAMA_MODEL?"]),
        ({}, "[ollama]\nmodle = 'x'", ["config.toml", "ollama.modle", "Did you mean ollama.model?"]),
        ({}, "[ollama]\nnum_ctx = 'many'", ["ollama.num_ctx", "config.toml"]),
        ({}, "not toml", ["config.toml", "not valid TOML"]),
        ({}, "[search]\nbackends = ['google']", ["search.backends", "'searxng'"]),
    ],
)  # fmt: skip
def test_a_bad_value_names_the_key_the_place_and_what_is_allowed(
    tmp_path: Path, environment: dict[str, str], text: str, parts: list[str]
) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(file=write(tmp_path, text), environment=environment)
    for part in parts:
        assert part in str(caught.value)


def test_a_file_that_was_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no settings file"):
        load_settings(file=tmp_path / "absent.toml", environment={})
    assert load_settings(environment={}).settings.provider == "auto"


def test_every_list_can_be_set_from_the_environment() -> None:
    for key in list_keys():
        variable = f"VOICE_GATEWAY_{key.replace('.', '_').upper()}"
        words = ("searxng", "brave")
        for text in ("searxng, brave", '["searxng", "brave"]'):
            assert load_settings(environment={variable: text}).value(key) == words


def test_a_list_that_cannot_be_read_is_a_clear_error() -> None:
    with pytest.raises(SettingsError, match=r"search\.allowed_hosts is neither") as caught:
        load_settings(environment={"VOICE_GATEWAY_SEARCH_ALLOWED_HOSTS": "[wiki.lan"})
    assert "VOICE_GATEWAY_SEARCH_ALLOWED_HOSTS" in str(caught.value)


@pytest.mark.parametrize(
    ("environment", "text", "options", "nearest"),
    [
        ({"VOICE_GATEWAY_ANTHROPIC_APIKEY": "hush"}, "", {}, "VOICE_GATEWAY_ANTHROPIC_API_KEY"),
        ({}, "[anthropic]\napikey = 'hush'", {}, "anthropic.api_key"),
        ({}, "[anthropic.api_key]\nvalue = 'hush'", {}, "anthropic.api_key"),
        ({}, "[search.brave_key]\nvalue = 'hush'", {}, "search.brave_key"),
        ({}, "[search.tavily_url]\nkey = 'hush'", {}, "search.tavily_url"),
        ({}, "anthropic = 'hush'", {}, ""),
        ({}, "", {"anthropic.apikey": "hush"}, "anthropic.api_key"),
        ({"VOICE_GATEWAY_CONSOLE_TOKEN": "hush"}, "", {}, "console.token"),
    ],
)
def test_what_may_be_a_secret_in_the_wrong_place_is_never_shown(
    tmp_path: Path, environment: dict[str, str], text: str, options: dict[str, Any], nearest: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(file=write(tmp_path, text), environment=environment, command_line=options)
    assert nearest in str(caught.value)
    assert "hush" not in str(caught.value)


def test_a_password_in_the_brokers_address_is_kept_as_a_secret(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[home]\nmqtt_url = "mqtts://anna:s%40cret@broker.local:8883"\n', encoding="utf-8")
    loaded = load_settings(file=file, environment={})
    home = loaded.settings.home
    assert (home.mqtt_url, home.mqtt_username) == ("mqtts://broker.local:8883", "anna")
    assert home.mqtt_password is not None
    assert home.mqtt_password.get_secret_value() == "s@cret"
    assert "s@cret" in secrets_of(loaded.settings)
    assert not any("cret" in value for _, value, _ in loaded.rows())
