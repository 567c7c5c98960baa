"""Sets of small numbers as the bits of one signed 64-bit integer.

Card sets use bits 0-59 and sets of actions bits 0-62 of a word, so a set is never negative and Numba's trap of mixing
signed with unsigned integers (the result is a float) cannot arise.
"""

from __future__ import annotations

from numba.core import types
from numba.extending import intrinsic

from jass_env.engine._jit import COMPILED, jit

if COMPILED:

    @intrinsic
    def popcount(typingctx, value):  # type: ignore[no-untyped-def]
        """Number of members of a set."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def lowest(typingctx, value):  # type: ignore[no-untyped-def]
        """Smallest member of a set that is not empty."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            is_zero_undefined = context.get_constant(types.boolean, True)
            return builder.cttz(args[0], is_zero_undefined)

        return types.int64(types.int64), codegen

    @intrinsic
    def highest(typingctx, value):  # type: ignore[no-untyped-def]
        """Largest member of a set that is not empty."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            is_zero_undefined = context.get_constant(types.boolean, True)
            zeros = builder.ctlz(args[0], is_zero_undefined)
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), codegen
else:

    def popcount(value: int) -> int:
        """Number of members of a set."""
        return int(value).bit_count()

    def lowest(value: int) -> int:
        """Smallest member of a set that is not empty."""
        return (int(value) & -int(value)).bit_length() - 1

    def highest(value: int) -> int:
        """Largest member of a set that is not empty."""
        return int(value).bit_length() - 1


@jit
def nth(members: int, n: int) -> int:
    """The ``n``-th smallest member (from 0) of a set with more than ``n`` members."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)
