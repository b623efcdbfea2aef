"""Tests of the compiled twin beyond its equality with core."""
