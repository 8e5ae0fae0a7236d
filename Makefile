# make demo         keeps a whole game, deal by deal, and leaves its sheets in demo-out/
# make test         style, types and tests; needs nothing but Python 3.11 or later
# make quick        style, types and the tests that answer soonest, in under 40 seconds
# make test-system  the tests that need LibreOffice, poppler, hledger, beancount or PostgreSQL (installed where missing)
# make soak         the long runs: killed processes by the thousand, every language and layout
# make lint         style, types and what nothing uses, alone
# make constraints  writes down the versions that were tested

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$python; break; }; done)
BIN := .venv/bin
PACKAGES := pyproject.toml constraints.txt
PYTEST := $(BIN)/python -m pytest
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
WORKERS ?= 2

.PHONY: demo quick test test-system soak lint constraints clean
.DELETE_ON_ERROR:

demo: .venv/program
	@$(BIN)/python examples/demo.py demo-out

quick: lint
	@$(PYTEST) -q -n $(WORKERS) --quick

test: lint
	@$(PYTEST) -n $(WORKERS)

test-system: .venv/tools
	@sh tests/system-packages.sh
	@$(PYTEST) -m "(system or server) and not soak"

soak: .venv/tools
	@$(PYTEST) -m soak

lint: .venv/tools
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/vulture
	@$(BIN)/mypy

constraints: .venv/tools
	@{ sed -n '/^#/p' constraints.txt; $(PIP) freeze --exclude-editable; } > constraints.new
	@mv constraints.new constraints.txt

clean:
	rm -rf .venv demo-out dist build

.venv/python:
	@test -n "$(PYTHON)" || { echo "kingscore needs Python 3.11 or later, and none was found."; \
	    echo "Name one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make a virtual environment:"; \
	    echo "its module ensurepip is missing. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) install --upgrade 'pip>=25.1'
	@touch $@

.venv/program: .venv/python $(PACKAGES)
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

.venv/tools: .venv/program
	@$(PIP) install --constraint constraints.txt --group dev
	@touch $@
