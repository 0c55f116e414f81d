"""Model without a display: traits to set and observe, and the results computed from them."""
