"""Systems of chapter 7: trees of bodies with spherical joints."""
