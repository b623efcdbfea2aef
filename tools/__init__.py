"""Scripts for people who work on the project; none of them is installed."""
