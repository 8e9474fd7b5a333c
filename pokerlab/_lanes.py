"""Rows of sixteen numbers, which compiled loops add and subtract at once.

A processor takes such numbers several at a time, as numba's own loops would not have it: to them
any two rows might overlap.
"""

from typing import Any

from llvmlite import ir

import pokerlab._threads  # noqa: F401  looks at numba's settings before it is loaded

# isort: split
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16  #: How many numbers a row has.


def _row(keep: bool) -> Any:
    """Make a row of a contiguous array a row of another, minus other rows given; or add that."""

    @intrinsic
    def put(typing: Any, target: Any, t: Any, source: Any, rows: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            number = context.get_value_type(target.dtype)
            wide, size = ir.VectorType(number, LANES), context.get_abi_sizeof(number)
            whole = isinstance(target.dtype, types.Integer)
            add, subtract = (builder.add, builder.sub) if whole else (builder.fadd, builder.fsub)

            def place(array: Any, row: Any) -> Any:
                data = context.make_array(target)(context, builder, array).data
                return builder.gep(builder.bitcast(data, wide.as_pointer()), [row])

            first, *others = (
                builder.load(place(given[2], row), align=size)
                for row in cgutils.unpack_tuple(builder, given[3])
            )
            for other in others:
                first = subtract(first, other)
            there = place(given[0], given[1])
            if keep:
                first = add(builder.load(there, align=size), first)
            builder.store(first, there, align=size)
            return context.get_dummy_value()

        return types.void(target, t, source, rows), build

    return put


put_row, add_row = _row(keep=False), _row(keep=True)
