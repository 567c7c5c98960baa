"""The compiled engine: it interprets every variant, and branches over mechanisms, never over a variant's name."""
