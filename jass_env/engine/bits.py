"""Sets of small numbers as the bits of one signed 64-bit integer.

Card sets use bits 0-59 and sets of actions bits 0-62 of a word, so a set is never negative and Numba's trap of mixing
signed with unsigned integers (the result is a float) cannot arise.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from jass_env.engine._jit import COMPILED, constant, inner, jit

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

    def _store(bits: int):  # type: ignore[no-untyped-def]
        """An intrinsic that stores the low ``bits`` of a word into an int8 vector, at any place."""

        @intrinsic
        def store(typingctx, out, at, word):  # type: ignore[no-untyped-def]
            def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
                array = context.make_array(signature.args[0])(context, builder, value=args[0])
                kind = ir.IntType(bits)
                place = builder.bitcast(builder.gep(array.data, [args[1]]), kind.as_pointer())
                builder.store(builder.trunc(args[2], kind) if bits < 64 else args[2], place, align=1)
                return context.get_dummy_value()

            return types.none(out, types.int64, types.int64), codegen

        return store

    @intrinsic
    def clear(typingctx, out, first, last):  # type: ignore[no-untyped-def]
        """Zeros into ``out[first:last]`` of an int8 vector, as one block operation."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            array = context.make_array(signature.args[0])(context, builder, value=args[0])
            cgutils.memset(builder, builder.gep(array.data, [args[1]]), builder.sub(args[2], args[1]), 0)
            return context.get_dummy_value()

        return types.none(out, types.int64, types.int64), codegen

    store_8 = _store(64)
    store_4 = _store(32)

    @intrinsic
    def load_8(typingctx, source, at):  # type: ignore[no-untyped-def]
        """Eight bytes of an int8 vector, from any place, as a word."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            array = context.make_array(signature.args[0])(context, builder, value=args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(64).as_pointer())
            return builder.load(place, align=1)

        return types.int64(source, types.int64), codegen

    @intrinsic
    def copy(typingctx, out, at, source, size):  # type: ignore[no-untyped-def]
        """Copy the first ``size`` bytes of an int8 vector into another, as one block operation."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            to = context.make_array(signature.args[0])(context, builder, value=args[0])
            where = context.make_array(signature.args[2])(context, builder, value=args[2])
            cgutils.raw_memcpy(builder, builder.gep(to.data, [args[1]]), where.data, args[3], 1)
            return context.get_dummy_value()

        return types.none(out, types.int64, source, types.int64), codegen

else:

    def clear(out: np.ndarray, first: int, last: int) -> None:
        """Zeros into ``out[first:last]`` of an int8 vector."""
        out[first:last] = 0

    def store_8(out: np.ndarray, at: int, word: int) -> None:
        """Store the eight bytes of a word into an int8 vector."""
        out[at : at + 8] = np.frombuffer(np.int64(word).tobytes(), dtype=np.int8)

    def store_4(out: np.ndarray, at: int, word: int) -> None:
        """Store the lower four bytes of a word into an int8 vector."""
        out[at : at + 4] = np.frombuffer(np.int64(word).tobytes(), dtype=np.int8)[:4]

    def load_8(source: np.ndarray, at: int) -> int:
        """Eight bytes of an int8 vector as a word."""
        return int(np.frombuffer(source[at : at + 8].tobytes(), dtype=np.int64)[0])

    def copy(out: np.ndarray, at: int, source: np.ndarray, size: int) -> None:
        """Copy the first ``size`` bytes of an int8 vector into another."""
        out[at : at + size] = source[:size]

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


#: The eight bits of a byte as eight bytes.
SPREAD = constant(np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.int8).view(np.int64).ravel())


@inner
def spread_36(out: np.ndarray, at: int, members: int) -> None:
    """Write the bits 0-35 of a set as 36 numbers into an int8 vector."""
    store_8(out, at, SPREAD[members & 255])
    store_8(out, at + 8, SPREAD[(members >> 8) & 255])
    store_8(out, at + 16, SPREAD[(members >> 16) & 255])
    store_8(out, at + 24, SPREAD[(members >> 24) & 255])
    store_4(out, at + 32, SPREAD[(members >> 32) & 15])
