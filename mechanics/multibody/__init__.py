"""Systems of many bodies: joints and force elements (R), trees with spherical joints after Wittenburg (W)."""
