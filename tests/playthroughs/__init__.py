"""Whole deals of every preset, with what every seat is told and sees."""
