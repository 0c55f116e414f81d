"""What leaves the notebook: pages, pictures, tables and sessions."""
