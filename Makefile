# The commands of the course. Without make (Windows): README.md, "By hand".
# PYTHON=... names another Python for the environment; LAB="..." hands options to JupyterLab.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
export PATH := $(CURDIR)/.venv/bin:$(PATH)
PIP := $(BIN)/python -m pip --disable-pip-version-check
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)
COMPILE := $(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-annotate --quiet -c .ci/constraints.txt $(UPGRADE)

.PHONY: lab teach book book-de translations test test-all pythons lint bench keys mutants release strip pictures \
	lock clean

lab: .venv/.course                     # the course, in JupyterLab, in workspace/
	@test -w . || test -w workspace || { echo "Expected a folder that can be written, $(CURDIR) is not." \
		'Type: "$(CURDIR)/$(BIN)/mechanics" lab ~/mechanics'; exit 2; }
	@$(BIN)/python -m mechanics.cli lab workspace -- $(LAB)

teach: .venv/.course                   # the checkout itself, with nbgrader's pages
	$(BIN)/python -m jupyterlab --ServerApp.root_dir="$(CURDIR)" $(AS_ROOT) $(LAB)

book: .venv/.test                      # the web book, in docs/_build/html
	$(BIN)/python -m docs.book $(BOOK)

book-de: .venv/.test                   # its German edition, in docs/_build/de/html-de; what is not translated stays English
	$(BIN)/python -m docs.book --language de --build docs/_build/de $(BOOK)

translations: .venv/.test              # catalogues brought up to date with the texts, and what is translated so far
	$(BIN)/python -m docs.book gettext
	$(BIN)/python -m docs.book.translations

test: lint                             # the proof that all of it works, in a quarter of an hour
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow"

test-all: lint                         # the same without leaving anything out
	$(BIN)/python -m pytest -n 2 --dist loadgroup

pythons:                               # a sample of it with every Python here, or those of PYTHONS="..."
	@.ci/pythons $(PYTHONS)

lint: .venv/.test                      # style, types, floors
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.test .venv/.bench        # how fast it is, beside the peers
	$(BIN)/python -m benchmarks

keys: .venv/.test                      # what the visible checks know, drawn from the solutions
	$(BIN)/python -m mechanics.grading.keys solutions/*/

mutants: .venv/.test                   # every solution with every operator applied: all must lose marks
	$(BIN)/python -m tests.tasks.mutate

release: keys                          # solutions/ -> exercises/
	for folder in solutions/*/; do $(BIN)/nbgrader generate_assignment "$$(basename $$folder)" --force || exit 1; done
	find exercises -name '*.ipynb' -exec $(BIN)/nbstripout --keep-id --extra-keys metadata.language_info {} +

strip: .venv/.test                     # notebooks as they are committed: no outputs, no counts
	find course solutions -name '*.ipynb' -not -path '*/.*' -exec $(BIN)/nbstripout --keep-id --extra-keys metadata.language_info {} +

pictures: .venv/.test                  # what chapters show before they have run; PICTURES="05b A01" of these alone
	$(BIN)/python -m docs.stills $(PICTURES)

lock: .venv/.test                      # hashed requirements; UPGRADE=--upgrade takes the newest versions
	$(COMPILE) --extra course --extra fast --extra cluster --extra book --extra test -o .ci/requirements-test.txt
	$(COMPILE) --extra course -c .ci/requirements-test.txt -o .ci/requirements-course.txt
	$(COMPILE) --extra bench -c .ci/requirements-test.txt -o .ci/requirements-bench.txt

clean:                                 # everything that can be made again; never workspace/
	rm -rf .venv build dist docs/_build .*_cache .hypothesis

# An environment is made once, and again only where its requirements change.
.venv/.course .venv/.test .venv/.bench: .venv/.%: .ci/requirements-%.txt pyproject.toml | $(BIN)/python
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Expected Python 3.11 or newer in .venv, found an older one. Run: make clean, then this again."; exit 2; }
	@$(PIP) --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	@echo "Installing $$(grep -c == $<) packages into .venv: about a minute where the network is quick."
	@$(PIP) install --quiet --no-deps --require-hashes -r $< # the lock is whole: nothing is looked for besides
	@echo "Installing the course itself (with three.js from npm, where node is at hand)."
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(BIN)/python:
	@test -w . || { echo "Expected a folder that can be written, $(CURDIR) is not." \
		"Copy the course into a folder of your own, and type make lab there."; exit 2; }
	@$(if $(PYTHON),$(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Expected Python 3.11 or newer, found $$($(or $(PYTHON),python3) --version 2>&1)." \
		"Install it, or name it: make lab PYTHON=/path/to/python3.12"; exit 2; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "$(PYTHON) could not make an environment." \
		"On Debian and Ubuntu: sudo apt-get install python3-venv, then run this again."; exit 2; }
