"""Any number of classes and any matrix of costs: what a classifier costs, and how surely."""
