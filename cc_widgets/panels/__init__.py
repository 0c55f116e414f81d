"""What a person operates."""
