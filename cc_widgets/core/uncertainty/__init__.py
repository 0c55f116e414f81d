"""How far the test set may mislead: bands, differences, and what each of them covers."""
