# Everything runs in the virtual environment .venv, which `make setup` makes; nothing needs to be activated.

PYTHON  ?= python3
WORKERS ?= 2
CONFIG  ?= configs/schieber_ppo.yaml
TOURNAMENT ?= configs/tournament_schieber.yaml
ARGS    ?=

VENV  := .venv
PY    := $(VENV)/bin/python
STAMP := $(VENV)/.installed

# One thread for each test process: torch would otherwise start as many as there are cores in each.
PYTEST = OMP_NUM_THREADS=1 $(PY) -m pytest -n $(WORKERS) --dist worksteal

# Libraries whose requirements clash with ours or with one another, each in an environment of its own: .stacks/NAME with the versions
# of constraints/NAME.txt. Its job runs what has the library's name in the name of its file or test; AgileRL's, which brings
# an older PettingZoo, also the tests of that interface and of the registries.
STACKS := rllib agilerl torchrl tianshou
FILES_agilerl := tests/test_aec.py tests/test_gym.py
ALSO_agilerl  := or test_aec or test_gym

# Does the Python $(1) run, is it new enough, and has it pip?
usable = $(1) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1

# A new virtual environment in the folder $(1).
make_venv = rm -rf $(1) && $(PYTHON) -m venv $(1) || { rm -rf $(1); \
	echo 'Could not make $(1). On Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help setup warm train tournament test test-all stacks $(STACKS:%=stack-%) lint types format docs bench clean venv python FORCE

help: ## Show this list
	@echo 'Usage: make TARGET [VARIABLE=VALUE]'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Variables:'
	@echo '  PYTHON=$(PYTHON)   the Python (3.11 or newer) that setup makes .venv from'
	@echo '  WORKERS=$(WORKERS)        processes that run the tests'
	@echo '  CONFIG=$(CONFIG)   what train trains'
	@echo '  TOURNAMENT=$(TOURNAMENT)   what tournament plays'
	@echo '  ARGS=...         further arguments for train, tournament, bench and pytest'

setup: $(STAMP) ## Make .venv and install the project with its tested versions (again only after a change)

train: setup warm ## Train, evaluate and export the agent of CONFIG
	$(PY) scripts/train.py $(CONFIG) $(ARGS)

tournament: setup warm ## Every agent of TOURNAMENT against every other, and a report
	$(PY) scripts/tournament.py $(TOURNAMENT) $(ARGS)

test: setup lint warm ## Lint, types, and all tests but the slow ones
	$(PYTEST) -m 'not slow' $(ARGS)

test-all: setup lint warm ## Lint, types, and all tests; then those of the libraries with environments of their own
	$(PYTEST) $(ARGS)
	@$(MAKE) --no-print-directory --keep-going stacks

stacks: $(STACKS:%=stack-%) ## Only the latter: stack-rllib, stack-agilerl, stack-torchrl, stack-tianshou

$(STACKS:%=stack-%): stack-%: .stacks/%/.installed
	@echo '== $*: its adapter and its example, which trains for a minute, in .stacks/$* (versions: constraints/$*.txt)'
	@.stacks/$*/bin/python scripts/warm.py
	OMP_NUM_THREADS=1 JASS_ENV_STACK=$* .stacks/$*/bin/python -m pytest \
		tests/test_tutorials.py $(wildcard tests/test_$*.py) $(FILES_$*) -k '$* $(ALSO_$*)' $(ARGS)

lint: setup ## Ruff (rules and format) and mypy
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

warm: setup ## Compile the engine into its cache
	$(PY) scripts/warm.py

types: setup ## Mypy
	$(PY) -m mypy

format: setup ## Format the code and fix what Ruff can fix
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .

# Not --quiet: MkDocs would not count its warnings.
docs: setup ## Write the pages that follow from the rules, and build the site of the guides into site/
	$(PY) scripts/docs.py
	$(PY) -m mkdocs build --strict
	@echo 'The guides: site/index.html'

bench: setup warm ## Measure the speed of the environments and of their peers (installed into .bench), ten minutes or so
	$(PY) -m benchmarks $(ARGS)

clean: ## Remove .venv, .stacks, builds and caches (runs/ stays)
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .bench .stacks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is written last: a setup that was interrupted is taken up again, and a .venv that does not run is made anew.
$(STAMP): pyproject.toml constraints.txt $(if $(realpath $(PY)),,FORCE)
	@$(call usable,$(PY)) || $(MAKE) --no-print-directory venv
	@echo 'Installing jass_env and its tools into $(VENV): a minute or two the first time.'
	@$(PY) -m pip install -qq --disable-pip-version-check --no-input -c constraints.txt -e '.[torch,arena,sb3,openspiel,datasets,minari,docs,dev]'
	@touch $@
	@echo 'Ready. Try: make test, make train'

venv: python
	@echo "Making $(VENV) with `$(PYTHON) -V 2>&1`."
	@$(call make_venv,$(VENV))

# Made anew whenever what it is made from changes; the stamp is written last.
.stacks/%/.installed: constraints/%.txt pyproject.toml | python
	@echo "Making .stacks/$* with `$(PYTHON) -V 2>&1`: one to three minutes, once."
	@$(call make_venv,.stacks/$*)
	@.stacks/$*/bin/python -m pip install -qq --disable-pip-version-check --no-input -c constraints/$*.txt -e '.[$*,test]' || { \
		echo "stack-$*: the library cannot be installed here, with `$(PYTHON) -V 2>&1`; nothing of it was tested." >&2; exit 1; }
	@touch $@

python:
	@command -v $(PYTHON) >/dev/null || { \
		echo 'No $(PYTHON) found. Install Python 3.11 or newer, or name one: make setup PYTHON=/path/to/python3.11' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "jass_env needs Python 3.11 or newer, but $(PYTHON) is `$(PYTHON) -V 2>&1`. Name another: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }

FORCE:
