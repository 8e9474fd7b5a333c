"""Rows of sixteen numbers, which compiled loops add and subtract at once.

A processor can take such numbers several at a time. Numba's own loops over two arrays don't make it
do so, because for all that numba knows the arrays overlap. Here a whole row is loaded before
anything is stored, so it does not matter whether they do.

Row ``r`` of an array is its numbers from ``N_LANES * r`` on, whatever the array's shape is. The
array has to be contiguous, and nobody checks that the row is inside it.
"""

from typing import Any

from pokerlab._compiled.lazy import Lazy

__all__ = ["N_LANES", "add_difference", "load_row", "put_difference", "row_pointer", "store_row"]

N_LANES = 16  #: How many numbers a row has.

# What follows writes instructions of LLVM, the compiler behind numba, in place of Python that numba
# would translate. An `intrinsic` is called by numba once for each combination of types of
# arguments, and returns the signature and a function that writes the instructions. In that one
# - `context` knows how numba keeps values of its types in memory;
# - `builder` appends one instruction per call, and returns the value that this has when it runs;
# - `values` are the arguments' values, in the same sense.
# A row is one value of a vector type, such as <16 x i32>. LLVM splits it into as many registers as
# the processor needs for it. A row may begin at any number of its type, not only at multiples of a
# vector's size, and `align` says so.


def _vector_type(context: Any, array_type: Any) -> Any:
    """Return the LLVM type of a row of an array."""
    from llvmlite import ir

    return ir.VectorType(context.get_value_type(array_type.dtype), N_LANES)


def row_pointer(context: Any, builder: Any, array_type: Any, array: Any, row_index: Any) -> Any:
    """Write the instructions that find where a row of an array is."""
    numbers = context.make_array(array_type)(context, builder, array).data
    rows = builder.bitcast(numbers, _vector_type(context, array_type).as_pointer())
    return builder.gep(rows, [row_index])


def load_row(context: Any, builder: Any, pointer: Any) -> Any:
    """Write the instruction that loads a row, given its `row_pointer`."""
    return builder.load(pointer, align=context.get_abi_sizeof(pointer.type.pointee.element))


def store_row(context: Any, builder: Any, row: Any, pointer: Any, add: Any = None) -> None:
    """Write the instructions that store a row, given its `row_pointer`.

    With ``add``, the builder's method for such numbers, it is added to the one that is there.
    """
    if add is not None:
        row = add(load_row(context, builder, pointer), row)
    builder.store(row, pointer, align=context.get_abi_sizeof(pointer.type.pointee.element))


def _row_difference(is_added: bool) -> Any:
    """Make `put_difference`, or `add_difference`."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def change_row(
        typing: Any, target_type: Any, index_type: Any, source_type: Any, indices_type: Any
    ) -> Any:
        def write(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            is_integer = isinstance(target_type.dtype, types.Integer)
            add, subtract = (
                (builder.add, builder.sub) if is_integer else (builder.fadd, builder.fsub)
            )
            target, target_index, source, source_indices = values
            first, *others = (
                load_row(
                    context, builder, row_pointer(context, builder, source_type, source, index)
                )
                for index in cgutils.unpack_tuple(builder, source_indices)
            )
            result = first
            for other in others:
                result = subtract(result, other)
            pointer = row_pointer(context, builder, target_type, target, target_index)
            store_row(context, builder, result, pointer, add if is_added else None)
            return context.get_dummy_value()

        return types.void(target_type, index_type, source_type, indices_type), write

    return change_row


#: ``put_difference(target, row, source, (first, *others))`` makes a row of an array the difference
#: of another array's rows: the first one that is named, minus all others.
put_difference = Lazy("put_difference", lambda: _row_difference(is_added=False))
#: ``add_difference(target, row, source, (first, *others))`` adds it to the row; alone, a first row
#: is the difference itself.
add_difference = Lazy("add_difference", lambda: _row_difference(is_added=True))
