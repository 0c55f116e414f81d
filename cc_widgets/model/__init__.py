"""State without pictures: traits to set and observe, and what follows from them."""
