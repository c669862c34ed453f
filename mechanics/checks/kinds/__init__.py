"""One module for each kind of answer; each has `make`, which draws a key, and `judge`, which uses it."""
