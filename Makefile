PYTHON ?= python3
test:
	ruff check . && mypy && pytest -n 2
