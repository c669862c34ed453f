"""Systems of chapter 8: flexible bodies."""
