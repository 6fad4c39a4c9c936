"""Which cell next: linear, random and probabilistic."""
