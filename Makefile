# Every target sets up what it needs and works after any other.
PYTHON ?= python3
VENV ?= .venv
CHECKED ?= build/checked-venv
BIN = $(VENV)/bin
KERNELS = $(shell find src -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.h')
TESTS ?= tests
# One worker more than processors: many tests wait, for processes and for clocks.
JOBS ?= $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN))
# Where an environment has its packages.
PACKAGES = import sysconfig; print(sysconfig.get_path('purelib'))
# Tests start hundreds of processes; each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# `hints` is a target of CI.
.PHONY: hostile sanitize address-slice address-suite thread-suite signature bench bench-quick brute checked clean counted dev doc-images docs doctest durability fuzz hints lint published report run tables test wheels

run: $(VENV)/.built
	$(BIN)/python -m unriddle boggle --random --size 4x4
	$(BIN)/python -m unriddle boggle --random --size 100x100 --summary

# EXAMPLES=full tries as many examples of each property as its test asks for; tests/conftest.py has the profiles.
test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --hypothesis-profile=$(or $(EXAMPLES),usual) $(TESTS)
	$(MAKE) doctest

doctest: $(VENV)/.dev
	$(BIN)/python -m pytest --doctest-modules --ignore-glob='benchmarks/bench_*' --ignore=benchmarks/history tests/reference --pyargs unriddle benchmarks

dev: $(VENV)/.dev

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(abspath $(BIN)):$$PATH" cython-lint src/core
	$(BIN)/mypy
	$(BIN)/mypy tools
	$(BIN)/mypy tests/typing/right_calls.py tests/typing/wrong_calls.py
	$(BIN)/pyright tests/typing/right_calls.py tests/typing/wrong_calls.py
	$(BIN)/python -m mypy.stubtest unriddle.core --mypy-config-file pyproject.toml --ignore-missing-stub

# All of it takes about an hour; BENCH='-k "boggle and 4x4"' is a part. UNRIDDLE_DATA names puzzles with known answers.
bench: $(VENV)/.peers
	mkdir -p build
	$(BIN)/python -m pytest benchmarks -o faulthandler_timeout=3600 --benchmark-enable --benchmark-columns=min,median,rounds \
		--benchmark-sort=name --benchmark-json=build/bench.json $(BENCH)

# Each case once, at its quick size: that the suite works, and that the ways of a group agree.
bench-quick: $(VENV)/.peers
	UNRIDDLE_BENCH_QUICK=1 $(BIN)/python -m pytest benchmarks --benchmark-disable

# Nodes and instructions against benchmarks/expected.json; COUNTED=--update records them.
counted: $(VENV)/.dev
	$(BIN)/python tools/counted.py $(COUNTED)

# A page about what `make bench` measured: build/report.html.
report: $(VENV)/.dev
	test -f build/bench.json || $(MAKE) bench
	$(BIN)/python -m benchmarks.report build/bench.json -o build/report.html

# The published results, their page, and the figures of README.md and speed.md: `make bench` on a quiet machine, with
# UNRIDDLE_DATA set. RESULTS="build/bench.json" publishes what has been measured.
RESULTS ?=
published: $(VENV)/.dev
	test -n "$(RESULTS)" || $(MAKE) bench
	$(BIN)/python tools/publish.py $(or $(RESULTS),build/bench.json)
	$(MAKE) tables

# Figures of README.md and docs/benchmarks/speed.md, from docs/benchmarks/results.json and benchmarks/peers/results.json;
# tables of puzzles.
tables: $(VENV)/.dev
	$(BIN)/python tools/readme_table.py
	$(BIN)/python tools/puzzle_tables.py

# The tests of the kernels, and those that call every verb of every puzzle.
KERNEL_TESTS = tests/core tests/search tests/contract/test_contract.py

# These tests against kernels built with bounds and None checks; CHECKED_TESTS=tests runs the whole suite.
CHECKED_TESTS ?= $(KERNEL_TESTS)
checked: $(CHECKED)/.built
	$(CHECKED)/bin/python -m pytest -n $(JOBS) --dist worksteal --hypothesis-profile=$(or $(EXAMPLES),few) $(CHECKED_TESTS)

# Kills, torn and swapped files, changed inputs, two runs in one folder, lost workers of batch runs; what a resumed run
# writes is compared. DURABILITY="--kills 20" is a quick pass.
durability: $(VENV)/.dev
	$(BIN)/python tools/durability.py $(DURABILITY)

# The documentation as pages in build/docs; a warning is an error, and so is anything a page would load from elsewhere.
docs: $(VENV)/.docs
	rm -rf docs/api/generated
	$(BIN)/python -m sphinx -W --keep-going -n -q -b html docs build/docs
	! grep -rEl '<(script|link|img|iframe)[^>]*(src|href)="(https?:)?//' build/docs --include='*.html'
	! grep -rEl '(url\(|@import )["'"'"']?(https?:)?//' build/docs/_static --include='*.css'

doc-images: $(VENV)/.built
	$(BIN)/python tools/make_doc_images.py

clean:
	rm -rf build dist $(VENV) src/*.egg-info *.egg-info
	find src -name '*.so' -delete

$(VENV)/.venv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'setuptools>=80' wheel 'cython>=3.1,<4' 'numpy>=2.0'
	touch $@

# What extras ask for, by itself: pip would compile the package again for `.[dev]`.
define extras
	mkdir -p build
	$(BIN)/python tools/extras.py $(1) > build/requirements-$(firstword $(1)).txt
	$(2) -m pip install --quiet --disable-pip-version-check --requirement build/requirements-$(firstword $(1)).txt
endef

# pip compiles every kernel; its log says what Cython said.
$(VENV)/.built: $(VENV)/.venv pyproject.toml setup.py $(KERNELS)
	mkdir -p build
	$(BIN)/python -m pip install --verbose --disable-pip-version-check --no-build-isolation --editable . > build/build.log 2>&1 \
		|| (cat build/build.log; exit 1)
	touch $@

$(VENV)/.dev: $(VENV)/.built
	$(call extras,dev,$(BIN)/python)
	touch $@

$(VENV)/.docs: $(VENV)/.built
	$(call extras,docs,$(BIN)/python)
	touch $@

# Other packages that solve the same puzzles, for the benchmarks: 200 MB, most of it ortools.
$(VENV)/.peers: $(VENV)/.dev
	$(call extras,peers,$(BIN)/python)
	touch $@

# Compiles every kernel again; a performance hint of Cython is an error.
hints: $(VENV)/.venv
	rm -rf build/cython-release $(VENV)/.built
	$(MAKE) $(VENV)/.built
	! grep -A4 'performance hint' build/build.log

# What is not its own, the environment takes from $(VENV).
$(CHECKED)/.built: $(VENV)/.dev pyproject.toml setup.py $(KERNELS) $(shell find src -name '*.py')
	test -d $(CHECKED) || $(PYTHON) -m venv --without-pip $(CHECKED)
	$(BIN)/python -c "$(PACKAGES)" > $$($(CHECKED)/bin/python -c "$(PACKAGES)")/shared.pth
	UNRIDDLE_CHECKED=1 $(CHECKED)/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --force-reinstall --no-deps .
	touch $@

# The suite under sanitizers, each vector path forced; what threads share, under the thread sanitizer. Planted defects
# must be caught first. SANITIZE_TESTS=tests/core PATHS=avx2 is a quick pass. Tests that measure time are left out.
ASAN = LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1$(REPORTS) UBSAN_OPTIONS=print_stacktrace=1$(REPORTS)
TSAN = LD_PRELOAD="$$(gcc -print-file-name=libtsan.so)" \
	TSAN_OPTIONS=suppressions=$(CURDIR)/tools/tsan.txt:halt_on_error=1:report_signal_unsafe=0$(REPORTS)
# pytest keeps what a test prints, and dies with the process that a sanitizer ends: reports go to files.
%-suite: REPORTS = :log_path=$(CURDIR)/build/sanitizer
SANITIZE_TESTS ?= $(KERNEL_TESTS) tests/puzzles
SANITIZE_JOBS ?= 2
PATIENT = -o faulthandler_timeout=3600 -m 'not timed'
PATHS ?= scalar portable avx2 avx512
RACE_TESTS ?= tests/test_races.py tests/batch/test_run.py tests/puzzles/boggle/test_solver.py \
	tests/puzzles/boggle/test_many.py tests/core/assign/test_sudoku9.py

build/%-venv/.built: pyproject.toml setup.py $(KERNELS) $(shell find src -name '*.py')
	test -d build/$*-venv || $(PYTHON) -m venv build/$*-venv
	build/$*-venv/bin/python -m pip install --quiet --disable-pip-version-check 'setuptools>=80' wheel 'cython>=3.1,<4' 'numpy>=2.0'
	UNRIDDLE_SANITIZE=$(or $(SANITIZER_$*),$*) $(if $(KERNELS_$*),UNRIDDLE_KERNELS="$(KERNELS_$*)") build/$*-venv/bin/python \
		-m pip install --quiet --disable-pip-version-check --no-build-isolation --force-reinstall --no-deps .
	build/$*-venv/bin/python -m pip install --quiet --disable-pip-version-check hypothesis pytest pytest-benchmark pytest-xdist numpy
	touch $@

sanitize: address-suite thread-suite

# Canaries, then tests on each vector path: of the environment build/$(1)-venv, on paths $(2), the tests $(3), with
# examples $(4).
define addressed
	rm -f build/sanitizer.*
	$(ASAN) build/$(1)-venv/bin/python tools/canaries.py address
	for path in $(2); do \
		UNRIDDLE_SIMD=$$path $(ASAN) build/$(1)-venv/bin/python -m pytest -q -p no:cacheprovider $(PATIENT) -n $(SANITIZE_JOBS) \
			--hypothesis-profile=$(or $(EXAMPLES),$(4)) $(3) || { cat build/sanitizer.*; exit 1; }; \
	done
endef

address-suite: build/address-venv/.built
	$(call addressed,address,$(PATHS),$(SANITIZE_TESTS),full)

# The kernels whose loops go by pointers, where the checked build has no bounds checks: a slice for CI.
SANITIZER_slice = address
KERNELS_slice = core/*.pyx core/walk/*.pyx $(addprefix core/assign/,sudoku9.pyx sudoku_forms.pyx crisscross.pyx)
SLICE_TESTS = $(addprefix tests/core/walk/test_,boggle_small.py boggle_large.py boggle_seed_choice.py boggle_seed_tree.py boggle_seeds.py \
	boggle_tiles.py boggle_neighbours.py) $(addprefix tests/core/test_,digests.py join_text.py format_numbers.py) \
	$(addprefix tests/core/assign/test_,sudoku9.py sudoku_forms.py crisscross.py)

address-slice: build/slice-venv/.built
	$(call addressed,slice,avx512,$(SLICE_TESTS),few)

thread-suite: build/thread-venv/.built
	rm -f build/sanitizer.*
	$(TSAN) build/thread-venv/bin/python tools/canaries.py thread
	$(TSAN) build/thread-venv/bin/python -m pytest -q -p no:cacheprovider $(PATIENT) \
		--hypothesis-profile=$(or $(EXAMPLES),full) $(RACE_TESTS) \
		|| { cat build/sanitizer.*; exit 1; }

# Abilities against the references of tests/brute_force, MINUTES in all; BRUTE="--ability 'Boggle words' --seed 1" is one instance.
brute: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m brute_force.run --minutes $(MINUTES) $(BRUTE)

# Hostile files and states against every subcommand; HOSTILE="--every 10" is a quick pass.
hostile: $(VENV)/.dev
	$(BIN)/python tools/hostile.py $(HOSTILE)

# The signature on each compiler, -O0 and -O3, Python, vector path, one thread and two, of those that the machine has;
# CC=clang asks for one compiler, SIGNATURE=--here for the kernels of this environment alone.
signature: $(VENV)/.dev
	$(BIN)/python tools/signatures.py $(SIGNATURE)

# Wheels for the Pythons of this machine, made from the sdist and tested; two builds of a wheel, compared; the kernels
# compiled for other systems; the wheel for ARM under emulation. WHEELS="--only cross" is one part: here, same, cross, arm.
wheels: $(VENV)/.dev
	$(BIN)/python tools/wheels.py $(WHEELS)

# Fuzzing guided by coverage of Python and kernels, MINUTES in all; without atheris, inputs are blind.
MINUTES ?= 10
FUZZ_PYTHON = build/fuzz-venv/bin/python

build/fuzz-venv/.built: pyproject.toml setup.py tools/fuzzing/coverage.c $(KERNELS) $(shell find src -name '*.py')
	test -d build/fuzz-venv || $(PYTHON) -m venv build/fuzz-venv
	$(FUZZ_PYTHON) -m pip install --quiet --disable-pip-version-check 'setuptools>=80' wheel 'cython>=3.1,<4' 'numpy>=2.0' pyarrow
	$(FUZZ_PYTHON) -m pip install --quiet --disable-pip-version-check 'atheris>=3' || echo "no atheris here: inputs will be blind"
	$(CC) -O2 -fPIC -shared -o build/fuzz-venv/coverage.so tools/fuzzing/coverage.c
	UNRIDDLE_CHECKED=1 UNRIDDLE_SANITIZE=fuzz $(FUZZ_PYTHON) -m pip install --quiet --disable-pip-version-check --no-build-isolation --force-reinstall --no-deps .
	touch $@

fuzz: build/fuzz-venv/.built
	env -u PYTHONPATH $(FUZZ_PYTHON) tools/fuzz.py --minutes $(MINUTES) $(FUZZ)
