"""Tests of conquian.records."""
