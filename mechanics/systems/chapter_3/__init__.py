"""Systems of chapter 3: forces, mass, momentum, energy, friction, oscillations."""
