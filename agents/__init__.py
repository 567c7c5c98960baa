"""Learning agents in PyTorch: research code of the checkout, not part of the wheel."""
