"""Python's faces of the widgets written in TypeScript: one file for each, named as there."""
