# The only verbs. Each does all of its own set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
TOOLS := $(VENV)/.tools
BASE := $(VENV)/.installed
ALL := $(VENV)/.installed-all
BUILD := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])
CYTHON := hatch_build.py $(shell find runtime variant toolkit -name '*.pyx' -o -name '*.px[di]')
FOLDERS := generator runtime generated variant toolkit pipeline tests fuzz benchmarks examples docs/site
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder
CHECKS := $(VENV)/.checks
CLASSES := $(VENV)/spark.jsa
PYTHON_READERS := build/readers/.python
NODE_READERS := build/readers/.node
PYODIDE := build/pyodide/.there
INSTALLERS := tests/readers/place.py tests/readers/install.py

# Whoever sets PYTHONUNBUFFERED, PYTHONPATH or the like would see other defects than everybody else.
unexport $(filter-out PYTHON,$(filter PYTHON%,$(.VARIABLES)))

.DEFAULT_GOAL := help
.PHONY: help demo demo-spark test test-quick corpus generate check lint types native sanitize fuzz docs bench release clean

help:  ## list the verbs
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

$(TOOLS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV): tools to build with"
	@$(PIP) install --upgrade 'pip>=25.1' 'setuptools>=77' $$($(BIN)/python -c '$(BUILD)')
	@touch $@

$(BASE): $(TOOLS) $(CYTHON)
	@echo "setting up $(VENV): packages (the first time: about a minute)"
	@$(BIN)/python hatch_build.py & compiling=$$!; \
	INLAY_BUILD=pure $(PIP) install --no-build-isolation --editable '.[compiler,report]'; installed=$$?; \
	wait $$compiling || echo "the rest works without, only slower"; exit $$installed
	@touch $@

$(ALL): $(BASE)
	@echo "setting up $(VENV): what tests and Spark need"
	@INLAY_BUILD=pure $(PIP) install --no-build-isolation --editable '.[compiler,report,encodings,spark]' --group dev
	@touch $@

$(PYTHON_READERS): $(TOOLS) $(INSTALLERS)
	@echo "setting up build/readers: readers whose dependencies do not go with ours"
	@for try in 1 2; do $(BIN)/python -m tests.readers.install python && touch $@ && exit; done; \
	echo "the tests of those that are absent are skipped"

$(NODE_READERS): $(ALL) $(INSTALLERS)
	@for try in 1 2; do $(BIN)/python -m tests.readers.install node && touch $@ && exit; done; \
	echo "the tests of hyparquet are skipped"

$(PYODIDE): $(ALL) docs/site/playground/pyodide.py
	@$(BIN)/python -m docs.site.playground.pyodide && touch $@ || echo "the test of the playground is skipped"

$(CLASSES): $(ALL)
	@echo "setting up $(VENV): the classes of Spark"
	@$(BIN)/python -m tests.support.spark_classes || echo "the tests are the same, only slower"

native: $(ALL)  ## rebuild the native modules that have changed
	@$(BIN)/python hatch_build.py || echo "the rest works without, only slower"

sanitize: native  ## the corpus and a fuzz sample under address and undefined-behaviour sanitizers
	@$(BIN)/python -m tests.native.sanitize

fuzz: native  ## a fuzz target led by coverage: make fuzz TARGET=... TIME=60 (seconds); without TARGET, a list of them
	@test -z '$(TARGET)' || $(PIP) install --group fuzz
	@$(BIN)/python -m fuzz $(if $(TARGET),'$(TARGET)' --seconds '$(or $(TIME),60)')

demo: $(BASE)  ## the main job, end to end: a minute or two the first time
	@$(BIN)/python examples/demo.py

demo-spark: $(ALL)  ## a small lake on Spark: catalog, migrate, verify, roll back
	@$(BIN)/python examples/demo_spark.py

# What is downloaded comes while something else is compiled or unpacked.
test:  ## every test, and beside them the checks below
	@$(MAKE) --no-print-directory --jobs=3 native $(CLASSES) $(PYTHON_READERS) $(NODE_READERS) $(PYODIDE)
	@$(MAKE) --no-print-directory check lint types >$(CHECKS) 2>&1 & checking=$$!; \
	$(PYTEST); tests=$$?; \
	wait $$checking; checks=$$?; cat $(CHECKS); exit $$((tests + checks))

test-quick: native  ## the tests without Spark, other programs, public files, and what is slow: a minute
	@$(PYTEST) -q -m 'not spark and not oracle and not corpus and not slow'

corpus:  ## bring the public files that tests read into corpus/ (from elsewhere: make corpus FROM=...)
	@$(PYTHON) -m tests.support.corpora $(FROM)

generate: $(BASE)  ## compile idl/ into generated/
	@$(BIN)/inlayc generate

check: $(BASE)  ## is generated/ what idl/ says?
	@$(BIN)/inlayc check

# ruff lays out nearly all as black does, in a hundredth of the time; black judges what ruff would change.
lint: $(ALL)  ## black, ruff, and the layout of idl/
	@$(BIN)/ruff format --quiet --check --output-format concise hatch_build.py $(FOLDERS) \
	| cut -d: -f1 | sort -u | xargs -r $(BIN)/black --quiet --check --diff
	@$(BIN)/ruff check --quiet $(FOLDERS)
	@$(BIN)/inlayc format --check idl

types: $(ALL)  ## mypy --strict and pyright
	@$(BIN)/mypy & $(BIN)/basedpyright; pyright=$$?; wait $$! && exit $$pyright

docs: $(PYODIDE)  ## the documentation as a site, in build/site: links checked, nothing from other hosts
	@$(PIP) install --group docs
	@$(BIN)/python -m docs.site build/site

bench: native  ## the tables of benchmarks/, as ratios measured in one run
	@$(PIP) install --group bench
	@$(BIN)/python -m benchmarks

release: $(ALL)  ## check, test, build and tag VERSION=...; pushes nothing (docs/releasing.md)
	@$(PIP) install --group release
	@$(BIN)/python -m tests.packaging.release $(VERSION) $(RELEASE)

clean:  ## remove what the verbs made
	find runtime variant toolkit -name '*.so' -delete
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
