"""Measurements behind `./run bench`: each verifies its values first, then prints ratios."""
