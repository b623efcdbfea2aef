"""Tests of conquian.dealing."""
