"""Pictures of derived arrays: bqplot figures and the widgets that link them."""
