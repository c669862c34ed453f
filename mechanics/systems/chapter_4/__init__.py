"""Systems of chapter 4: rotations, rigid motions, velocities and Jacobians."""
