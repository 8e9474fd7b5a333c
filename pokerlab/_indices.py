"""Indices: what stands in the place of one."""

__all__ = ["NO_INDEX"]

NO_INDEX = -1  #: In place of an index, for what has none.
