"""House rules that several variants read from their options in the same way."""

from __future__ import annotations

from typing import Any

from jass_env.errors import OptionError
from jass_env.variant import Weis


def weis_of(o: Any) -> Weis:
    """Weis and Stöck by the options; the two that speak of Undenufe are off where a variant has no contracts."""
    return Weis(
        mode=o.weis,
        table=o.weis_table,
        order=o.weis_order,
        four_nines=o.four_nines,
        four_low=o.four_low,
        shared_cards=o.shared_cards,
        identical=o.identical_weis,
        stoeck=o.stoeck,
        four_sixes_undenufe=getattr(o, "four_sixes_undenufe", False),
        undenufe_reversed=getattr(o, "weis_undenufe_reversed", False),
    )


def check_gustav_split(o: Any, tricks: int) -> None:
    """Gustav has two parts. Raises OptionError if nothing is left for the second in a hand of so many tricks."""
    if o.gustav_split is not None and o.gustav_split >= tricks:
        raise OptionError(f"option gustav_split={o.gustav_split}: in hands of {tricks} tricks allowed is 1 to {tricks - 1}")
