"""Systems of chapter 1: systems and models."""
