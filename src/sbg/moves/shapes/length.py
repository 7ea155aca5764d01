"""Description lengths: how many bits a family of moves takes, to find the simplest one.

All lengths are whole numbers of bits of a prefix code, so that they add up and sums of families can be compared. They
are a prior by which simple things come first, not a compression format.
"""

from __future__ import annotations


def number(n: int) -> int:
    """The bits of a whole number from 1 on, small ones being short (Elias's gamma code): 1, 3, 3, 5, 5, 5, 5, 7 …"""
    if n < 1:
        raise ValueError(f"the code begins with 1, not {n}")
    return 2 * n.bit_length() - 1


def choice(count: int) -> int:
    """The bits of one of `count` things that are equally likely."""
    return (count - 1).bit_length()


def offset(n: int) -> int:
    """The bits of a number with its sign; 0 takes one."""
    return number(abs(n) + 1) + (1 if n else 0)
