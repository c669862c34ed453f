"""Standard data of flexible bodies in a floating frame, and their equations of motion (F)."""
