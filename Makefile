# Everything a person does with this project, one word each: `make help`.
# Needs make and Python 3.11 or newer. Works with GNU make 3.81 (macOS) and later.
# Without make (Windows, say): see CONTRIBUTING.md.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play play-terminal test test-slow mutate lint format bench wheel pins clean FORCE

VENV := .venv
ifeq ($(OS),Windows_NT)
PY := $(VENV)/Scripts/python
else
PY := $(VENV)/bin/python
endif
PIP := $(PY) -m pip --disable-pip-version-check --quiet install

# ARGS goes to the command behind a target: make play ARGS="--rules clasico"
ARGS ?=

# One stamp for each step of the set-up: what is up to date costs nothing, so `make play` starts at
# once the second time. `play` needs no tools; `test` adds them to the same environment.
MADE := $(VENV)/.made-here
PLAY := $(VENV)/.ready-to-play
SERVE := $(VENV)/.ready-to-serve
DEV := $(VENV)/.ready-to-test

# An environment holds absolute paths. In a clone that was moved or copied, or whose Python has
# gone since, it is made anew.
ifneq ($(shell $(PY) -c "" 2>/dev/null && cat $(MADE) 2>/dev/null),$(CURDIR))
$(MADE): FORCE
endif

# The kernel is compiled before the tests: else each of their processes would do it, at once.
COMPILE := $(PY) -c "from conquian.kernel import start; start.prepare()"

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: $(SERVE) ## play Conquián in the browser (options: ARGS="--lan")
	@CONQUIAN_AS=make $(PY) -m conquian serve --open $(ARGS) || [ $$? -eq 130 ] # Ctrl-C is no error

play-terminal: $(PLAY) ## play Conquián in the terminal (options: ARGS="--rules clasico")
	@CONQUIAN_AS=make $(PY) -m conquian play $(ARGS) || [ $$? -eq 130 ]

test: lint ## every check and test but the slow ones
	@$(COMPILE)
	$(PY) -m pytest -n auto -m "not slow" $(ARGS)

test-slow: $(DEV) ## the slow tests
	@$(COMPILE)
	$(PY) -m pytest -n auto -m slow $(ARGS)

mutate: $(DEV) ## put known faults back and see the tests fail (ARGS="--trap 17")
	$(PY) tools/mutate.py $(ARGS)

lint: $(DEV) ## style, types and layers
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(wildcard src tests examples bench tools/*.py)
	$(dir $(PY))lint-imports

format: $(DEV) ## put the source into the project's format
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: $(PLAY) ## the project's own speed figures
	@$(PY) -m conquian bench $(ARGS)

wheel: $(DEV) ## build the wheel into dist/
	rm -rf build dist
	$(PY) -m build --wheel --no-isolation --quiet

pins: ## compute requirements/*.txt anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --extra dev --extra fast --extra server $(UV_FLAGS) --output-file requirements/dev.txt
	uv pip compile pyproject.toml --extra server $(UV_FLAGS) --constraint requirements/dev.txt --output-file requirements/server.txt
	uv pip compile requirements/build.in $(UV_FLAGS) --output-file requirements/build.txt

# One file for every Python and system the project supports; no address of any index in it.
UV_FLAGS := --universal --python-version 3.11 --upgrade --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet

clean: ## remove everything that was made here
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

FORCE:

$(MADE):
	@python=$$(PYTHON="$(PYTHON)" sh tools/find-python.sh) && \
		echo "Making $(VENV) with $$python" && "$$python" -m venv --clear $(VENV)
	@printf '%s\n' "$(CURDIR)" > $@

$(PLAY): $(MADE) pyproject.toml requirements/build.txt
	@echo "Installing conquian into $(VENV)"
	@$(PIP) --require-hashes -r requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(SERVE): $(PLAY) requirements/server.txt
	@echo "Installing what the table in the browser needs"
	@$(PIP) --require-hashes -r requirements/server.txt
	@touch $@

$(DEV): $(SERVE) requirements/dev.txt
	@echo "Installing the tools for tests into $(VENV)"
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@
