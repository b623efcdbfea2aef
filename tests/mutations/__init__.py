"""The known faults of rules.md §9, put back into the source: each must turn the suite red."""
