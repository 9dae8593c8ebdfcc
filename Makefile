# The only verbs. Each does all of its own set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
NATIVE := $(VENV)/.native
CYTHON := hatch_build.py $(shell find runtime toolkit -name '*.pyx' -o -name '*.pxd')
FOLDERS := generator runtime generated toolkit pipeline tests benchmarks examples

.DEFAULT_GOAL := help
.PHONY: help demo demo-spark test generate check lint types native sanitize bench clean

help:  ## list the verbs
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[compiler,files,encodings,spark]' --group dev
	@touch $@

$(NATIVE): $(STAMP) $(CYTHON)
	@$(BIN)/python hatch_build.py || echo "the rest works without, only slower"
	@touch $@

native: $(NATIVE)  ## rebuild the native modules that have changed

sanitize: $(NATIVE)  ## the corpus and a fuzz sample under address and undefined-behaviour sanitizers
	@$(BIN)/python -m tests.native.sanitize

demo: $(NATIVE)  ## the main job, end to end, in under two minutes
	@$(BIN)/python examples/demo.py

demo-spark: $(NATIVE)  ## a small lake on Spark: its catalogue, and what is in it
	@$(BIN)/python examples/demo_spark.py

test: $(NATIVE) check lint types  ## every test, and the checks below
	@$(BIN)/python -m pytest --numprocesses auto --dist loadgroup

generate: $(STAMP)  ## compile idl/ into generated/
	@$(BIN)/inlayc generate

check: $(STAMP)  ## is generated/ what idl/ says?
	@$(BIN)/inlayc check

lint: $(STAMP)  ## black and ruff
	@$(BIN)/black --quiet --check --diff $(FOLDERS)
	@$(BIN)/ruff check --quiet $(FOLDERS)

types: $(STAMP)  ## mypy --strict and pyright strict
	@$(BIN)/mypy
	@$(BIN)/basedpyright

bench: $(NATIVE)  ## the tables of benchmarks/, as ratios measured in one run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	@$(BIN)/python -m benchmarks

clean:  ## remove what the verbs made
	find runtime toolkit -name '*.so' -delete
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
