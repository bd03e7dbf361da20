"""Razz (seven-card stud played for low, ace to five): evaluation, equity, rules and simulation."""
