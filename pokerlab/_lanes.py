"""Rows of sixteen numbers, which compiled loops add and subtract at once.

A processor has instructions for several numbers at a time. Numba's own loops do not use them for
two rows of one array or of two, because to them any two rows might overlap. The two functions here
are written in LLVM's language instead, where a row is one vector.
"""

from typing import Any

from llvmlite import ir

import pokerlab._threads  # noqa: F401  it checks numba's settings before numba is loaded

# isort: split
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["LANES", "add_row", "put_row"]

LANES = 16  #: How many numbers a row has.


def _make_row_function(add: bool) -> Any:
    """Make `put_row`, or `add_row` if ``add`` is true."""

    @intrinsic
    def function(typing: Any, target: Any, index: Any, source: Any, indices: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            target_array, target_index, source_array, source_indices = arguments
            number = context.get_value_type(target.dtype)
            vector, size = ir.VectorType(number, LANES), context.get_abi_sizeof(number)
            whole = isinstance(target.dtype, types.Integer)
            plus, minus = (builder.add, builder.sub) if whole else (builder.fadd, builder.fsub)

            def address(array: Any, row: Any) -> Any:
                data = context.make_array(target)(context, builder, array).data
                return builder.gep(builder.bitcast(data, vector.as_pointer()), [row])

            total, *subtracted = (
                builder.load(address(source_array, row), align=size)
                for row in cgutils.unpack_tuple(builder, source_indices)
            )
            for vector_read in subtracted:
                total = minus(total, vector_read)
            written = address(target_array, target_index)
            if add:
                total = plus(builder.load(written, align=size), total)
            builder.store(total, written, align=size)
            return context.get_dummy_value()

        return types.void(target, index, source, indices), build

    return function


#: ``put_row(target, index, source, (i, j, k))`` does ``target[index] = source[i] - source[j] -
#: source[k]``, with contiguous arrays of rows; there may be more indices, or only the first.
put_row = _make_row_function(add=False)
#: ``add_row`` does the same with ``+=``.
add_row = _make_row_function(add=True)
