# The commands of the course. Without make (Windows): README.md, "By hand".
# PYTHON=... selects another Python for the environment; LAB="..." passes options to JupyterLab; COURSE_LANGUAGE=de.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
export PATH := $(CURDIR)/.venv/bin:$(PATH)
PIP := $(BIN)/python -m pip --disable-pip-version-check
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)
COMPILE := $(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-annotate --quiet -c .ci/constraints.txt $(UPGRADE)

.PHONY: lab teach book book-de pdf paper translations test test-all pythons lint bench keys mutants release strip \
	pictures lock clean

lab: .venv/.course                     # the course, in JupyterLab, in workspace/
	@test -w . || test -w workspace || { echo "Expected a writable folder; got $(CURDIR)." \
		'Type: "$(CURDIR)/$(BIN)/mechanics" lab ~/mechanics'; exit 2; }
	@$(BIN)/python -m mechanics.cli lab workspace $(addprefix --language ,$(COURSE_LANGUAGE)) -- $(LAB)

teach: .venv/.course                   # the checkout itself, with nbgrader's pages
	$(BIN)/python -m jupyterlab --ServerApp.root_dir="$(CURDIR)" $(AS_ROOT) $(LAB)

book: .venv/.test                      # the web book, in docs/_build/html
	$(BIN)/python -m docs.book $(BOOK)

book-de: .venv/.test                   # its German edition, in docs/_build/html/de; both have a switch then
	$(BIN)/python -m docs.book --language de --build docs/_build/de --target docs/_build/html/de $(BOOK)

pdf: .venv/.test                       # the whole book as docs/_build/book.pdf; needs Chromium
	$(BIN)/python -m docs.book pdf $(BOOK)

paper: .venv/.test                     # the strips that stand for simulations on paper, in docs/strips; needs Chromium
	$(BIN)/python -m docs.book
	$(BIN)/python -m docs.book.paper.renew

translations: .venv/.test              # updates the catalogues, and prints how much is translated
	$(BIN)/python -m docs.book gettext
	$(BIN)/python -m docs.book.translations

test: lint                             # all checks and tests but the slow ones, in 25 minutes on two cores
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow"

test-all: lint                         # all of them
	$(BIN)/python -m pytest -n 2 --dist loadgroup

pythons:                               # a sample of the tests with every Python found here, or those of PYTHONS="..."
	@.ci/pythons $(PYTHONS)

lint: .venv/.test                      # style, types, layers
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.test .venv/.bench        # speed, compared with other tools
	$(BIN)/python -m benchmarks

keys: .venv/.test                      # what the visible checks know, computed from the solutions
	$(BIN)/python -m mechanics.grading.keys solutions/*/

mutants: .venv/.test                   # every mutation of every solution: all must lose marks
	$(BIN)/python -m tests.tasks.mutate

release: keys                          # solutions/ -> exercises/
	for folder in solutions/*/; do $(BIN)/nbgrader generate_assignment "$$(basename $$folder)" --force || exit 1; done
	find exercises -name '*.ipynb' -exec $(BIN)/nbstripout --keep-id --extra-keys metadata.language_info {} +

strip: .venv/.test                     # notebooks as they are committed: no outputs, no execution counts
	find course solutions -name '*.ipynb' -not -path '*/.*' -exec $(BIN)/nbstripout --keep-id --extra-keys metadata.language_info {} +

pictures: .venv/.test                  # stills of the chapters; PICTURES="05b A01" only of these; scenes of the systems
	$(BIN)/python -m docs.stills $(PICTURES)
	$(BIN)/python -m docs.book.scenes

lock: .venv/.test                      # requirements with hashes; UPGRADE=--upgrade takes the newest versions
	$(COMPILE) --extra course --extra fast --extra cluster --extra book --extra test -o .ci/requirements-test.txt
	$(COMPILE) --extra course -c .ci/requirements-test.txt -o .ci/requirements-course.txt
	$(COMPILE) --extra bench -c .ci/requirements-test.txt -o .ci/requirements-bench.txt

clean:                                 # everything that can be regenerated; never workspace/
	rm -rf .venv build dist docs/_build .*_cache .hypothesis

# An environment is created once, and updated only when its requirements change.
.venv/.course .venv/.test .venv/.bench: .venv/.%: .ci/requirements-%.txt pyproject.toml | $(BIN)/python
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Expected Python 3.11 or newer in .venv, found an older one. Run: make clean, then this again."; exit 2; }
	@$(PIP) --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	@echo "Installing $$(grep -c == $<) packages into .venv: about a minute with a fast network."
	@$(PIP) install --quiet --no-deps --require-hashes -r $< # the lock is complete: nothing else is resolved
	@echo "Installing the course itself (with three.js from npm, if node is installed)."
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(BIN)/python:
	@test -w . || { echo "Expected a writable folder; got $(CURDIR)." \
		"Copy the course into a folder of your own, and run make lab there."; exit 2; }
	@$(if $(PYTHON),$(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Expected Python 3.11 or newer, found $$($(or $(PYTHON),python3) --version 2>&1)." \
		"Install one, or select it: make lab PYTHON=/path/to/python3.12"; exit 2; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "$(PYTHON) could not create an environment." \
		"On Debian and Ubuntu: sudo apt-get install python3-venv, then run this again."; exit 2; }
