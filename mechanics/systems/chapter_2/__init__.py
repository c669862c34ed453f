"""Systems of chapter 2: point kinematics."""
