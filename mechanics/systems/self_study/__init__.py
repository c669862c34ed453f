"""Systems of the self-study problems, A.1 to A.15."""
