"""What runs in the page, as the package ``inpage``."""
