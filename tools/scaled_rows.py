"""Rows of sixteen numbers times a factor, or times each other, for `tools.learn_streets`.

They are made as those of `pokerlab._compiled.lanes` are, which explains rows and instructions. The
numbers are floats.
"""

from typing import Any

from llvmlite import ir

from pokerlab._compiled.lanes import N_LANES, load_row, row_pointer, store_row

# isort: split
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["add_product", "add_scaled", "put_scaled"]


def _scaled_row(is_added: bool) -> Any:
    """Make `put_scaled`, or `add_scaled`."""

    @intrinsic
    def change_row(
        typing: Any, target_type: Any, index_type: Any, source_type: Any, index_and_factor_type: Any
    ) -> Any:
        def write(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            target, target_index, source, index_and_factor = values
            index, factor = cgutils.unpack_tuple(builder, index_and_factor)
            source_pointer = row_pointer(context, builder, source_type, source, index)
            source_row = load_row(context, builder, source_pointer)
            # The factor in all lanes: put into the first one, then copied from there.
            index_type = ir.IntType(32)
            undefined = ir.Constant(source_row.type, ir.Undefined)
            first = builder.insert_element(undefined, factor, ir.Constant(index_type, 0))
            all_from_first = ir.Constant(ir.VectorType(index_type, N_LANES), None)  # zeros
            factors = builder.shuffle_vector(first, first, all_from_first)
            result = builder.fmul(source_row, factors)
            pointer = row_pointer(context, builder, target_type, target, target_index)
            store_row(context, builder, result, pointer, builder.fadd if is_added else None)
            return context.get_dummy_value()

        return types.void(target_type, index_type, source_type, index_and_factor_type), write

    return change_row


#: ``put_scaled(target, row, source, (source_row, factor))`` makes a row another one times a factor.
put_scaled = _scaled_row(is_added=False)
#: ``add_scaled(target, row, source, (source_row, factor))`` adds that to it.
add_scaled = _scaled_row(is_added=True)


@intrinsic
def add_product(
    typing: Any,
    target_type: Any,
    row_type: Any,
    first_type: Any,
    first_row_type: Any,
    second_type: Any,
    second_row_type: Any,
) -> Any:
    """``add_product(target, row, first, first_row, second, second_row)`` adds a product to a row.

    Each number of the first row is multiplied with the one at its place in the second.
    """

    def write(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target, target_row, first, first_row, second, second_row = values
        one, two = (
            load_row(context, builder, row_pointer(context, builder, array_type, array, row))
            for array_type, array, row in (
                (first_type, first, first_row),
                (second_type, second, second_row),
            )
        )
        pointer = row_pointer(context, builder, target_type, target, target_row)
        store_row(context, builder, builder.fmul(one, two), pointer, builder.fadd)
        return context.get_dummy_value()

    all_types = row_type, first_type, first_row_type, second_type, second_row_type
    return types.void(target_type, *all_types), write
