"""Perft numbers in plain text, for this and other engines."""
