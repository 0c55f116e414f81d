"""Panels, the explorer, and other widgets."""
