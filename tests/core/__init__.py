"""The parts of conquian.core, one by one."""
