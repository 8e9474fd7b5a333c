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

__all__ = ["LANES", "add_product", "add_row", "add_scaled", "put_row", "put_scaled"]

LANES = 16  #: How many numbers a row has.


def _row(keep: bool, scaled: bool = False) -> Any:
    """Make a row of a contiguous array a row of another, minus other rows given; or add that.

    If it is scaled, the last argument is a factor in place of the other rows.
    """

    @intrinsic
    def put(typing: Any, target: Any, t: Any, source: Any, rows: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            number = context.get_value_type(target.dtype)
            wide, size = ir.VectorType(number, LANES), context.get_abi_sizeof(number)
            whole = isinstance(target.dtype, types.Integer)
            add, subtract, times = (
                (builder.add, builder.sub, builder.mul)
                if whole
                else (builder.fadd, builder.fsub, builder.fmul)
            )

            def place(array: Any, row: Any) -> Any:
                data = context.make_array(target)(context, builder, array).data
                return builder.gep(builder.bitcast(data, wide.as_pointer()), [row])

            parts = cgutils.unpack_tuple(builder, given[3])
            first = builder.load(place(given[2], parts[0]), align=size)
            if scaled:
                one = builder.insert_element(
                    ir.Constant(wide, ir.Undefined), parts[1], ir.Constant(ir.IntType(32), 0)
                )
                mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
                first = times(first, builder.shuffle_vector(one, one, mask))
            else:
                for other in parts[1:]:
                    first = subtract(first, builder.load(place(given[2], other), align=size))
            there = place(given[0], given[1])
            if keep:
                first = add(builder.load(there, align=size), first)
            builder.store(first, there, align=size)
            return context.get_dummy_value()

        return types.void(target, t, source, rows), build

    return put


put_row, add_row = _row(keep=False), _row(keep=True)
put_scaled, add_scaled = _row(keep=False, scaled=True), _row(keep=True, scaled=True)


@intrinsic
def add_product(typing: Any, target: Any, t: Any, first: Any, a: Any, second: Any, b: Any) -> Any:
    """Add to a row the product of two rows of other arrays."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        number = context.get_value_type(target.dtype)
        wide, size = ir.VectorType(number, LANES), context.get_abi_sizeof(number)

        def place(array: Any, row: Any) -> Any:
            data = context.make_array(target)(context, builder, array).data
            return builder.gep(builder.bitcast(data, wide.as_pointer()), [row])

        there = place(given[0], given[1])
        one, two, old = (
            builder.load(each, align=size)
            for each in (place(given[2], given[3]), place(given[4], given[5]), there)
        )
        builder.store(builder.fadd(old, builder.fmul(one, two)), there, align=size)
        return context.get_dummy_value()

    return types.void(target, t, first, a, second, b), build
