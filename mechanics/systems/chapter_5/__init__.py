"""Systems of chapter 5: energy of rigid bodies and Lagrange's equations."""
