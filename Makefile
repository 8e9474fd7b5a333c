# Most targets that take long leave a stamp: asked again with nothing changed, they answer at once.

PYTHON ?= python3
PORT ?= 8000
JOBS ?= 3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
STAMPS := _build/stamps
# The stamps of those that read the built book.
READ := explorer browser firefox

CHAPTERS := $(wildcard book/*.ipynb)
# These take longest, in this order, and are begun with.
LONGEST := real-game no-limit-trees real-game-proofs scorecard any-amount match-proofs how-to-exploit
LONGEST += card exact-more sweeps one-round luck-proof regret olivito irving explorer shover river
LONGEST := $(filter $(CHAPTERS),$(LONGEST:%=book/%.ipynb))
NOTEBOOKS := $(LONGEST) $(filter-out $(LONGEST),$(CHAPTERS))
PACKAGE := $(shell find pokerlab -name '*.py' -o -path '*/_data/*')
TESTS := $(wildcard tests/*.py) conftest.py
READERS := $(filter-out tests/test_firefox.py,$(shell grep -ls mark.browser tests/test_*.py))
# As much as all others together, and read beside them.
OF_EXPLORER := $(filter tests/test_explorer%,$(READERS))
# All that is in these needs a browser.
ONLY_READERS := $(shell grep -ls '^pytestmark = pytest.mark.browser' tests/test_*.py)
# These compare chapters with themselves and with each other.
BOOK_TESTS := $(patsubst %,tests/test_%.py,chapters figures notebooks performance scorecard)
SOURCES := $(PACKAGE) $(TESTS) $(wildcard tools/*.py benchmarks/*.py) pyproject.toml
# What CI has the notebooks find in their environment, and which stamps it asks for besides.
UNDER ?=
ALSO ?=
# Where the wheel is installed, and chapters are run with it.
ALONE_IN := _build/alone
# What is said of the package outside of it, and tested with it.
TOLD := README.md CHANGELOG.md CITATION.cff .zenodo.json _toc.yml book/api.md book/install.md
TOLD += .pre-commit-config.yaml .gitattributes $(wildcard .github/*.* .github/*/*)
LAYOUT := _config.yml CITATION.cff $(shell find book -name '*.html' -o -path '*/_ext/*.py' -o -path '*/_ext/*.toml' -o -path '*/_static/*' -o -path '*/_scripts/*')
PAGES := $(NOTEBOOKS) $(LAYOUT) $(wildcard book/*.md book/*.bib) genindex.md _toc.yml

PYTEST := $(BIN)/python -m pytest -q
# By hand a test that cannot run is skipped, and says so; here it fails.
STRICT := --skips-fail
# The package's tests wait for programs that they start. What a browser does has to be in time.
WORKERS ?= 2
BY_FILE := -n $(WORKERS) --dist loadfile

UV := 0.13.8
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade \
    --no-annotate --no-emit-index-url --custom-compile-command "make lock"

# They would send the packages elsewhere.
unexport PIP_PREFIX PIP_TARGET PIP_ROOT PIP_USER

# Without it each of some hundred programs that tests start would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

# A copy of a checkout comes with an environment that runs the original: it is made anew.
$(shell [ "$$(cat $(READY) 2>/dev/null)" = "$$(pwd -P)" ] || rm -f $(READY))

.PHONY: help book pdf zip test checks portable notebooks bench lint links lock serve clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Two at once in one checkout would build and install over each other: each waits for its turn, where
# the system has flock. It looks what there is to do after that, and mostly finds it done.
FLOCK := $(shell command -v flock)
ifneq ($(and $(FLOCK),$(if $(ALONE),,wait)),)

book pdf zip test portable notebooks bench lint links lock clean:
	@flock -n . true || echo "$@: waiting for another make in this folder ..." >&2
	@# Without an input of its own, what runs there would read the folder that is locked.
	@flock . $(MAKE) --no-print-directory ALONE=yes $@ < /dev/null

else

book: $(STAMPS)/book  ## build the book into _build/html, warnings as errors
	@echo "The book is at _build/html/index.html"

pdf: $(STAMPS)/pdf  ## print the book, by a browser, into _build/pokerlab.pdf

zip: $(STAMPS)/zip  ## pack the built book into _build/pokerlab-book.zip, to read offline

test: $(READY)  ## package tests, browser tests, notebooks, lint: three at a time, or another JOBS
	@$(MAKE) --no-print-directory --keep-going -j $(JOBS) \
	    $(if $(filter output-sync,$(.FEATURES)),--output-sync=line) checks

# What takes long is begun first; the notebooks, which are short, keep all cores busy to the end.
checks: $(patsubst %,$(STAMPS)/%,package explorer browser firefox $(ALSO) lint chapters notebooks)
	@if [ -e $(STAMPS)/firefox ]; then echo "All checks pass."; \
	    else echo "The checks pass, without those in Firefox."; fi

portable: $(READY)  ## tests and notebooks under four kinds of arithmetic, and with other versions (an hour)
	$(BIN)/python -m tools.portable
	$(BIN)/python -m pip install --quiet uv==$(UV)
	$(BIN)/python -m tools.elsewhere systems
	$(BIN)/python -m tools.elsewhere lowest
	$(BIN)/python -m tools.elsewhere colab

notebooks: $(READY)  ## execute the chapters again, in place
	$(BIN)/python tools/execute.py --jobs 2 $(NOTEBOOKS)

bench: $(READY)  ## measure speed against peers, twice, write the book's Performance page
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	@# It asks for an older JAX, of which no use is made here; where it cannot be built, it is left out.
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps "liteefg>=1.0,<2"
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.run --again
	$(BIN)/python tools/execute.py book/performance.ipynb book/contests.ipynb

lint: $(STAMPS)/lint  ## check style, formatting and types

links: $(READY)  ## ask whether the addresses that the book links to are still there
	$(BIN)/python $(BIN)/jupyter-book build . --builder linkcheck --path-output _build/links --quiet

lock: $(READY)  ## lock the ranges of pyproject.toml into requirements.txt, and what notebooks need for Binder
	$(BIN)/python -m pip install --quiet uv==$(UV)
	echo "-e .[book,test]" | $(LOCK) --output-file requirements.txt -
	echo "-e .[notebooks]" | $(LOCK) --output-file binder/requirements.txt -

clean:  ## remove what was built, the environment too
	rm -rf _build $(VENV) *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

endif

serve: book  ## read the book at http://localhost:8000, or another PORT
	@$(BIN)/python -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || \
	    { echo "serve: port $(PORT) cannot be had; try make serve PORT=8001" >&2; exit 1; }
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

$(READY): requirements.txt pyproject.toml
	@echo "Installing the locked packages into $(VENV) ..."
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 14) \
	    else "pokerlab needs Python 3.11 to 3.14, and $(PYTHON) is %d.%d; try make PYTHON=python3.12" % v)'
	$(PYTHON) -m venv --clear $(VENV)
	@# Of 12,000 modules most are never imported; the others are compiled when they are.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -r requirements.txt
	@$(BIN)/python -Ic 'import jupyter_book, pytest, pokerlab' || \
	    { echo "pip has put the packages elsewhere: see $(BIN)/python -m pip config list" >&2; exit 1; }
	@$(BIN)/python -Ic 'import matplotlib.font_manager'  # lists the fonts once, and not amid a chapter
	@pwd -P > $@

$(STAMPS):
	@mkdir -p $@

$(STAMPS)/book: $(READY) $(PACKAGE) $(PAGES) | $(STAMPS)
	@echo "Building the book ..."
	@rm -rf _build/html _build/.doctrees
	$(BIN)/python $(BIN)/jupyter-book build . -W --keep-going -n --quiet
	@touch $@

$(STAMPS)/paper: $(STAMPS)/book tools/pdf.py tools/browsers.py
	@echo "Printing the book ..."
	@$(BIN)/python -m tools.browsers chromium
	$(BIN)/python -m tools.pdf
	@touch $@

# This adds links to the pages: in CI not while browsers read these.
$(STAMPS)/pdf: $(STAMPS)/paper | $(if $(ALSO),$(READ:%=$(STAMPS)/%))
	@$(BIN)/python -m tools.offer _build/pokerlab.pdf
	@touch $@

$(STAMPS)/printed: $(STAMPS)/paper tests/test_pdf.py
	@echo "Reading the printed book ..."
	PRINTED=_build/pokerlab.pdf $(PYTEST) $(STRICT) tests/test_pdf.py
	@touch $@

$(STAMPS)/zip: $(STAMPS)/book
	@rm -rf _build/pokerlab-book _build/pokerlab-book.zip && cp -R _build/html _build/pokerlab-book
	@rm -f _build/pokerlab-book/pokerlab-book.zip
	@cd _build && $(abspath $(BIN)/python) -m zipfile -c pokerlab-book.zip pokerlab-book
	@rm -rf _build/pokerlab-book
	@$(BIN)/python -m tools.offer _build/pokerlab-book.zip
	@echo "The book is in _build/pokerlab-book.zip"
	@touch $@

$(STAMPS)/lint: $(READY) $(SOURCES) $(NOTEBOOKS) $(LAYOUT) | $(STAMPS)
	@echo "Checking style ..."
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy --no-error-summary
	$(BIN)/python -m tools.scripts
	@touch $@

$(STAMPS)/package: $(READY) $(filter-out $(BOOK_TESTS),$(SOURCES)) $(LAYOUT) $(TOLD) | $(STAMPS)
	@echo "Testing the package ..."
	$(PYTEST) $(STRICT) $(BY_FILE) -m "not browser" $(BOOK_TESTS:%=--ignore=%) $(ONLY_READERS:%=--ignore=%)
	@touch $@

$(STAMPS)/chapters: $(READY) $(PACKAGE) $(PAGES) CONTRIBUTING.md $(BOOK_TESTS) | $(STAMPS)
	@echo "Comparing chapters with each other ..."
	$(PYTEST) $(STRICT) $(BOOK_TESTS)
	@touch $@

$(STAMPS)/notebooks: $(NOTEBOOKS:book/%=$(STAMPS)/%)
	@touch $@

# The wheel is made of a copy, for setuptools leaves things behind.
$(STAMPS)/wheel: $(READY) $(PACKAGE) pyproject.toml README.md LICENSE | $(STAMPS)
	@echo "Installing the wheel for the chapters ..."
	@rm -rf $(ALONE_IN) && mkdir -p $(ALONE_IN)/source
	@cp -R pyproject.toml README.md LICENSE pokerlab $(ALONE_IN)/source
	$(BIN)/python -m pip install --quiet --no-deps --no-index --no-build-isolation --no-compile \
	    --target $(ALONE_IN)/site $(ALONE_IN)/source
	@# Tests have compiled the same files: to numba they are, if they are of the same time.
	@cd pokerlab && find . -name '*.py' -exec touch -c -r {} "$(CURDIR)"/$(ALONE_IN)/site/pokerlab/{} \;
	@$(BIN)/python -m compileall -q $(ALONE_IN)/site/pokerlab
	@# Indices first: where tests write just now, an old one is passed over, old code would be run.
	@cd pokerlab && for kind in nbi nbc; do \
	    find . -name "*.$$kind" -exec cp -p {} "$(CURDIR)"/$(ALONE_IN)/site/pokerlab/{} \; ; done
	@cd $(ALONE_IN) && PYTHONPATH=site ../../$(BIN)/python -c \
	    'import pokerlab as pl; assert "/alone/site/" in pl.__file__, pl.__file__'
	@touch $@

# As its reader does who has the wheel and this file, and no checkout: in an empty folder.
$(STAMPS)/%.ipynb: book/%.ipynb $(STAMPS)/wheel conftest.py | $(STAMPS)
	@echo "Executing $< alone and comparing with its stored outputs ..."
	@rm -rf $(ALONE_IN)/$* && mkdir -p $(ALONE_IN)/$* && cp $< $(ALONE_IN)/$*
	cd $(ALONE_IN)/$* && $(UNDER) PYTHONPATH=../site "$(CURDIR)"/$(PYTEST) \
	    -p no:hypothesispytest --nbval --nbval-current-env --nbval-cell-timeout=600 $(<F)
	@touch $@

# The stamps of these are the book as it was read: where only chapters have changed, the pages that
# differ are read again, and no other ones.
READ_WITH := $(PACKAGE) conftest.py tests/conftest.py tests/explorer.py tools/browsers.py

$(STAMPS)/explorer: READ_BY = $(OF_EXPLORER)
# Where the whole book is printed and read, a few pages of it need not be printed besides.
$(STAMPS)/browser: READ_BY = $(filter-out $(OF_EXPLORER) $(if $(filter printed,$(ALSO)),tests/test_pdf.py),$(READERS))

$(STAMPS)/explorer $(STAMPS)/browser: $(STAMPS)/book $(OF_EXPLORER) $(READERS) $(READ_WITH) tools/pdf.py
	@echo "Reading the book in a browser: $(@F) ..."
	@$(BIN)/python -m tools.browsers chromium || { echo "Not tested: the book in a browser." >&2; exit 1; }
	AS_READ=$(if $(filter-out %/book,$?),,$@) $(PYTEST) $(STRICT) -m browser $(READ_BY)
	@rm -rf $@ && cp -R _build/html $@

# Without Firefox there is no stamp, and nothing fails.
$(STAMPS)/firefox: $(STAMPS)/book tests/test_firefox.py tests/test_book.py $(READ_WITH) | $(STAMPS)
	@echo "Reading the book in Firefox ..."
	@if $(BIN)/python -m tools.browsers firefox; then \
	    AS_READ=$(if $(filter-out %/book,$?),,$@) $(PYTEST) $(STRICT) tests/test_firefox.py && \
	    rm -rf $@ && cp -R _build/html $@; \
	else rm -rf $@; echo "Not tested: the book in Firefox." >&2; fi
