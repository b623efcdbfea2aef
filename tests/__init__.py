"""The project's tests; they mirror src and say in `conftest.py` what a skip may be."""
