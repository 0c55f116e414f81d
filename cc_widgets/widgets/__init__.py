"""Python classes of the widgets written in TypeScript, one module per widget."""
