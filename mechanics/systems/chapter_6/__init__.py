"""Systems of chapter 6: rigid multibody systems."""
