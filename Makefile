# The two commands: `make demo` and `make test`. Each does all of its set-up from an empty checkout.
# SYSTEM_PACKAGES=no with either: nothing is installed outside of this folder.

PYTHON ?= python3
SYSTEM_PACKAGES ?= yes
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
ENGINE_SOURCES := $(wildcard CMakeLists.txt autosweep/engine/*.cpp autosweep/engine/*.hpp)
PYTEST_WORKERS ?= 2
SOAK_GAMES ?= 20
SOAK_PACE ?= 8
FUZZ_SECONDS ?= 60
MATRIX_PYTHONS ?= 3.11 3.12 3.13
MATRIX_OPENCVS ?= 4.12.0.88 4.14.0.94 5.0.0.93

.PHONY: demo test test-gnome test-windows windows-python check format tests-only sanitize soak fuzz matrix demo-packages system-packages clean help

help:
	@echo "make demo     watch it play the built-in game"
	@echo "make test     all checks and all tests"
	@echo "make test-windows  real games by Python of Windows, under Wine (a part of make test)"
	@echo "make test-gnome  real games on headless GNOME 48 and 43, in Debian systems of their own (root only)"
	@echo "make check    formatting, lint, types, import rules"
	@echo "make sanitize 100,000 boards through the engine under address and UB sanitizers"
	@echo "make soak     many games on every client, checked by what the display delivered"
	@echo "make fuzz     every way in, a minute each (FUZZ_SECONDS=60), led by coverage"
	@echo "make matrix   the same answers on every Python and OpenCV to be had"
	@echo "make format   format the code"
	@echo "With SYSTEM_PACKAGES=no nothing is installed outside of this folder."

demo: demo-packages $(STAMP)
	$(BIN)/autosweep demo

test: system-packages $(STAMP) check windows-python tests-only

# Python of Windows under Wine, in build/windows; one sentence where there is no Wine.
windows-python: $(STAMP)
	$(BIN)/python tools/windows_python.py

test-windows: system-packages windows-python
	$(BIN)/python -m pytest tests/wine

# Debian 13 and 12 with GNOME in build/gnome; one sentence where it cannot be made.
test-gnome: $(STAMP)
	@SYSTEM_PACKAGES=$(SYSTEM_PACKAGES) PYTHON=$(PYTHON) sh .ci/system-packages gnome
	$(BIN)/python tools/gnome_system.py
	$(BIN)/python -m pytest tests/gnome

tests-only: $(STAMP)
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist worksteal

sanitize: $(STAMP)
	$(BIN)/python -m pip install -q 'nanobind>=2.4'
	cmake -S . -B build/sanitize -DCMAKE_BUILD_TYPE=Debug -DAUTOSWEEP_SANITIZE=ON \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir)
	cmake --build build/sanitize
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 $(BIN)/python benchmarks/fuzz_engine.py --core build/sanitize --boards 100000

fuzz: $(STAMP)
	-$(BIN)/python -m pip install -q atheris
	$(BIN)/python benchmarks/fuzz.py --seconds $(FUZZ_SECONDS)

matrix: $(STAMP)
	$(BIN)/python benchmarks/determinism.py $(foreach v,$(MATRIX_PYTHONS),--python $(v)) \
	  $(foreach v,$(MATRIX_OPENCVS),--opencv $(v))

soak: $(STAMP) system-packages
	$(BIN)/python benchmarks/truth.py --games $(SOAK_GAMES)0
	$(BIN)/python benchmarks/soak.py
	$(BIN)/python benchmarks/real_clients.py --games $(SOAK_GAMES) --pace $(SOAK_PACE)
	$(BIN)/python benchmarks/real_clients.py --games $(SOAK_GAMES) --pace $(SOAK_PACE) --expert

check: $(STAMP)
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/mypy
	$(BIN)/mypy --config-file benchmarks/mypy.ini
	$(BIN)/lint-imports --no-cache > $(VENV)/lint-imports.log || { cat $(VENV)/lint-imports.log; false; }

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

system-packages:
	@SYSTEM_PACKAGES=$(SYSTEM_PACKAGES) PYTHON=$(PYTHON) sh .ci/system-packages test

demo-packages:
	@SYSTEM_PACKAGES=$(SYSTEM_PACKAGES) PYTHON=$(PYTHON) sh .ci/system-packages demo

# `autosweep` is the name of older checkouts: of two editable installs of a package one hides the other.
$(STAMP): pyproject.toml $(ENGINE_SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "autosweep needs Python 3.11 or newer; name one with make PYTHON=python3.12" >&2; exit 4; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade 'pip>=25.1'
	-@$(BIN)/python -m pip uninstall -qq -y autosweep 2>/dev/null
	$(BIN)/python -m pip install -q --group dev -e .
	touch $(STAMP)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
