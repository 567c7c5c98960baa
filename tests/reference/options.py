"""RB 2: the options and presets of all variants."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .alone import (
    BasicJassRules,
    DifferenzlerRules,
    GuggitalerRules,
    MittlereRules,
    MolotowRules,
    PlusMinusRules,
    RosenoberRules,
    SchellenjassRules,
    SchiltenoberRules,
    StichelnRules,
)
from .cards import CONTRACTS, JOKERS, SIX_CONTRACTS
from .coiffeur import CoiffeurRules, row_values, rows_of
from .hand import Disagreement, Rules
from .handjass import handjass_rules
from .schieber import SchieberRules, SchieberSixRules, SidiBarraniRules, SidiJassRules

GAMES: dict[str, Callable[[dict[str, Any]], Rules]] = {
    "basic_jass": BasicJassRules,
    "mittlere": MittlereRules,
    "molotow": MolotowRules,
    "plus_minus": PlusMinusRules,
    "schieber": SchieberRules,
    "schieber_six": SchieberSixRules,
    "sidi_barrani": SidiBarraniRules,
    "coiffeur_schieber": CoiffeurRules,
    "coiffeur": CoiffeurRules,
    "differenzler": DifferenzlerRules,
    "rosenober": RosenoberRules,
    "schiltenober": SchiltenoberRules,
    "guggitaler": GuggitalerRules,
    "handjass": handjass_rules,
    "schellenjass": SchellenjassRules,
    "sticheln": StichelnRules,
    "sidi_jass": SidiJassRules,
}
SCHIEBER_FAMILY = ("schieber", "schieber_six", "sidi_barrani")
COIFFEUR_FAMILY = ("coiffeur_schieber", "coiffeur")
NOT_FOR_SIX = ("tuo", "riesenslalom", "3x3")  # RB 2.6: "not available"

Check = Callable[[Any], bool]


def whole_number(low: int, high: int | None = None) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        return type(value) is int and value >= low and (high is None or value <= high)

    return check


def one_of(*values: Any) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        return any(type(value) is type(allowed) and value == allowed for allowed in values)

    return check


def is_order_of_first_trick(value: Any) -> bool:
    return isinstance(value, list) and sorted(value) == ["stoeck", "trick", "weis"]


def is_list_of_contracts(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 0
        and all(name in CONTRACTS for name in value)
        and len(set(value)) == len(value)
    )


def is_list_of_extra_contracts(value: Any) -> bool:
    return (
        isinstance(value, list)
        and all(name in ("slalom", "gustav", "tuo") for name in value)
        and len(set(value)) == len(value)
    )


def multipliers_of(*names: str) -> Check:
    """ "whole numbers from 1" """

    def check(value: Any) -> bool:
        return isinstance(value, dict) and all(
            name in names and type(number) is int and number >= 1 for name, number in value.items()
        )

    return check


def is_gustav_split(value: Any) -> bool:
    return value is None or (type(value) is int and value >= 1)  # "None, or 1 to n - 1": n in `check_options`


BOOL = one_of(False, True)

# RB 2.5: shared by all schieber presets where the row says nothing ("slalom, riesenslalom, misere 3, gustav, tuo, 3x3
# 4, tutti 2")
ADDED_MULTIPLIERS = {"slalom": 3, "gustav": 4, "riesenslalom": 3, "misere": 3, "tutti": 2, "tuo": 4, "3x3": 4}


def schieber_multipliers(*six: int) -> dict[str, int]:
    return {**dict(zip(SIX_CONTRACTS, six, strict=True)), **ADDED_MULTIPLIERS}


WEIS_CHECKS: dict[str, Check] = {
    "weis": one_of("auto", "choose", "off"),
    "weis_table": one_of("small", "big", "es"),
    "weis_order": one_of("fours", "sequences"),
    "four_nines": one_of(150, 100, 0),
    "four_low": BOOL,
    "shared_cards": BOOL,
    "identical_weis": one_of("earlier", "cancel"),
    "stoeck": one_of("second", "first_trick"),
}
WEIS_DEFAULTS: dict[str, Any] = {
    "weis": "auto",
    "weis_table": "small",
    "weis_order": "fours",
    "four_nines": 150,
    "four_low": False,
    "shared_cards": False,
    "identical_weis": "earlier",
    "stoeck": "second",
}
TRUMP_CHECKS: dict[str, Check] = {
    "max_hands": whole_number(1),
    "undertrump": one_of("strict", "loose"),
    "only_trumps": one_of("any", "beat"),
}
STRICT: dict[str, Any] = {"max_hands": 1000, "undertrump": "strict", "only_trumps": "any"}
LOOSE: dict[str, Any] = {"max_hands": 1000, "undertrump": "loose", "only_trumps": "any"}

SCHIEBER_CHECKS: dict[str, Check] = {
    **TRUMP_CHECKS,
    **WEIS_CHECKS,
    "four_sixes_undenufe": BOOL,
    "weis_undenufe_reversed": BOOL,
    "revokes": BOOL,
    "multipliers": multipliers_of(*CONTRACTS),
    "target": whole_number(1),
    "contracts": is_list_of_contracts,
    "end": one_of("instant", "claim", "hand"),
    "first_trick_order": is_order_of_first_trick,
    "bergpreis": whole_number(0),
    "shove_back": BOOL,
    "lead": one_of("forehand", "chooser"),
    "undenufe_six": BOOL,
    "mixed_values": one_of("hand", "trick"),
    "one_trump": BOOL,
    "gustav_split": is_gustav_split,
}
SCHIEBER_DEFAULTS: dict[str, Any] = {
    **STRICT,
    **WEIS_DEFAULTS,
    "four_sixes_undenufe": False,
    "weis_undenufe_reversed": False,
    "revokes": False,
    "multipliers": schieber_multipliers(1, 1, 2, 2, 3, 4),
    "target": 3000,
    "contracts": SIX_CONTRACTS,
    "end": "instant",
    "first_trick_order": ["stoeck", "weis", "trick"],
    "bergpreis": 0,
    "shove_back": False,
    "lead": "forehand",
    "undenufe_six": False,
    "mixed_values": "hand",
    "one_trump": False,
    "gustav_split": None,
}
SCHIEBER_PRESETS: dict[str, dict[str, Any]] = {
    "pt": {},
    "es": {
        "multipliers": schieber_multipliers(1, 1, 3, 2, 3, 4),
        "target": 1000,
        "end": "hand",
        "weis_table": "es",
        "weis_order": "sequences",
        "four_nines": 100,
    },
    "swiss": {"multipliers": schieber_multipliers(1, 1, 2, 2, 3, 3), "target": 2500},
    "flat": {"multipliers": dict.fromkeys(CONTRACTS, 1), "target": 1000},
}
SCHIEBER_SAMPLES: dict[str, Any] = {
    "max_hands": lambda rng: rng.choice([rng.randint(1, 4), 12, 25, 25]),
    "multipliers": lambda rng: {name: rng.randint(1, 6) for name in CONTRACTS},
    "target": lambda rng: rng.choice(
        [
            rng.randint(1, 100),
            rng.randint(50, 400),
            rng.randint(100, 1000),
            157,
            257,
            rng.choice([20, 40, 80, 100, 160]),
        ]
    ),
    "contracts": lambda rng: [name for name in CONTRACTS if rng.random() < 0.5] or [rng.choice(CONTRACTS)],
    "first_trick_order": lambda rng: rng.sample(["stoeck", "weis", "trick"], 3),
    "bergpreis": lambda rng: rng.choice([0, 50, 100, rng.randint(1, 300)]),
    "gustav_split": lambda rng: rng.randint(1, 8),
}
COIFFEUR_CHECKS: dict[str, Check] = {
    **TRUMP_CHECKS,
    "joker": one_of("any", "played"),
    "tuo": one_of(None, "extra", "joker"),
    "extra_contracts": is_list_of_extra_contracts,
    "multipliers": multipliers_of(*CONTRACTS, *JOKERS),
    "undenufe_six": BOOL,
    "mixed_values": one_of("hand", "trick"),
    "one_trump": BOOL,
    "gustav_split": is_gustav_split,
}
COIFFEUR_DEFAULTS: dict[str, Any] = {
    **STRICT,
    "joker": "any",
    "tuo": None,
    "extra_contracts": [],
    "multipliers": {},  # by the rows, in `resolve_options`
    "undenufe_six": False,
    "mixed_values": "hand",
    "one_trump": False,
    "gustav_split": None,
}
COIFFEUR_SAMPLES: dict[str, Any] = {
    "max_hands": lambda rng: rng.choice([rng.randint(1, 5), 12, 40, 1000, 1000]),
    "extra_contracts": lambda rng: [name for name in ("tuo", "slalom", "gustav") if rng.random() < 0.5],
    "multipliers": lambda rng: None,  # drawn in `draw_options`
    "gustav_split": lambda rng: rng.randint(1, 8),
}


def samples_of_max_hands(*numbers: int) -> dict[str, Any]:
    return {"max_hands": lambda rng: rng.choice([rng.randint(1, 5), *numbers])}


def entry_of(
    checks: dict[str, Check],
    defaults: dict[str, Any],
    samples: dict[str, Any],
    presets: dict[str, dict[str, Any]] | None = None,
) -> dict[str, Any]:
    return {"checks": checks, "defaults": defaults, "samples": samples, "presets": presets or {}}


NO_TRUMP_CHECKS: dict[str, Check] = {"max_hands": whole_number(1)}
NO_TRUMP_DEFAULTS: dict[str, Any] = {"max_hands": 1000}

# per variant: "checks" (name -> is this value valid), "defaults", "presets" (name -> what it changes), "values" (the
# list of values, or a function of rng that draws one; put together below from "samples" and VALUES)
OPTIONS: dict[str, dict[str, Any]] = {
    "basic_jass": entry_of(
        {**TRUMP_CHECKS, **WEIS_CHECKS, "revokes": BOOL},
        {**STRICT, **WEIS_DEFAULTS, "revokes": False},
        samples_of_max_hands(12, 13, 14),
    ),
    "mittlere": entry_of(
        {**TRUMP_CHECKS, "tie_third": one_of(2, 1)}, {**LOOSE, "tie_third": 2}, samples_of_max_hands(11, 12, 13, 14)
    ),
    "molotow": entry_of(TRUMP_CHECKS, LOOSE, samples_of_max_hands(11, 12, 13, 14)),
    "plus_minus": entry_of(
        {**TRUMP_CHECKS, "players": one_of(3, 4), "table": one_of("pt", "fi")},
        {**LOOSE, "players": 3, "table": "pt"},
        samples_of_max_hands(8, 20, 1000),
    ),
    "schieber": entry_of(SCHIEBER_CHECKS, SCHIEBER_DEFAULTS, SCHIEBER_SAMPLES, SCHIEBER_PRESETS),
    "schieber_six": entry_of(
        {**SCHIEBER_CHECKS, "pack": one_of(48, 36), "last_trick": one_of(5, 10), "match_bonus": one_of(100, 200)},
        {**SCHIEBER_DEFAULTS, "pack": 48, "last_trick": 5, "match_bonus": 100},
        SCHIEBER_SAMPLES,
        SCHIEBER_PRESETS,
    ),
    "sidi_barrani": entry_of(
        SCHIEBER_CHECKS,
        {**SCHIEBER_DEFAULTS, "contracts": [*SIX_CONTRACTS, "slalom"]},
        SCHIEBER_SAMPLES,
        SCHIEBER_PRESETS,
    ),
    "coiffeur_schieber": entry_of(
        {**COIFFEUR_CHECKS, "form": one_of("alone3", "alone4", "pairs4", "sticks4"), "jokers": one_of(2, 1, 0)},
        {**COIFFEUR_DEFAULTS, "form": "alone3", "jokers": 2},
        COIFFEUR_SAMPLES,
        {"six_contracts": {"form": "pairs4", "jokers": 0}},
    ),
    "coiffeur": entry_of(COIFFEUR_CHECKS, COIFFEUR_DEFAULTS, COIFFEUR_SAMPLES),
    "differenzler": entry_of(
        {
            **TRUMP_CHECKS,
            "players": one_of(4, 3),
            "pairs": BOOL,
            "open_predictions": BOOL,
            "hands": one_of(12, 8, 16),
            "floor": BOOL,
        },
        {**LOOSE, "players": 4, "pairs": False, "open_predictions": False, "hands": 12, "floor": True},
        samples_of_max_hands(8, 12, 16),
    ),
    "rosenober": entry_of(NO_TRUMP_CHECKS, NO_TRUMP_DEFAULTS, samples_of_max_hands(10, 20)),
    "schiltenober": entry_of(NO_TRUMP_CHECKS, NO_TRUMP_DEFAULTS, samples_of_max_hands(5, 10)),
    "guggitaler": entry_of(
        {**NO_TRUMP_CHECKS, "players": one_of(4, 3), "form": one_of("ten", "eight")},
        {**NO_TRUMP_DEFAULTS, "players": 4, "form": "ten"},
        samples_of_max_hands(7, 8, 9, 10),
    ),
    "handjass": entry_of(
        {**TRUMP_CHECKS, **WEIS_CHECKS, "form": one_of("dealer", "exchange"), "players": one_of(4, 3, 2)},
        {**STRICT, **WEIS_DEFAULTS, "form": "dealer", "players": None},
        samples_of_max_hands(10, 20, 1000),
    ),
    "schellenjass": entry_of(NO_TRUMP_CHECKS, NO_TRUMP_DEFAULTS, samples_of_max_hands(11, 12, 13)),
    "sticheln": entry_of(TRUMP_CHECKS, STRICT, samples_of_max_hands(6, 12, 25)),
    "sidi_jass": entry_of(
        {**TRUMP_CHECKS, **WEIS_CHECKS, "target": whole_number(1), "first_trick_order": is_order_of_first_trick},
        {**STRICT, **WEIS_DEFAULTS, "target": 1000, "first_trick_order": ["stoeck", "weis", "trick"]},
        {name: SCHIEBER_SAMPLES[name] for name in ("max_hands", "target", "first_trick_order")},
    ),
}
# where no sampler stands, these are the values
VALUES: dict[str, list[Any]] = {
    "undertrump": ["strict", "loose"],
    "only_trumps": ["any", "beat"],
    "weis": ["auto", "choose", "off"],
    "weis_table": ["small", "big", "es"],
    "weis_order": ["fours", "sequences"],
    "four_nines": [150, 100, 0],
    "identical_weis": ["earlier", "cancel"],
    "stoeck": ["second", "first_trick"],
    "end": ["instant", "claim", "hand"],
    "lead": ["forehand", "chooser"],
    "mixed_values": ["hand", "trick"],
    "tie_third": [2, 1],
    "players": [4, 3],
    "hands": [12, 8, 16],
    "table": ["pt", "fi"],
    "pack": [48, 36],
    "last_trick": [5, 10],
    "match_bonus": [100, 200],
    "joker": ["any", "played"],
    "jokers": [2, 1, 0],
    "tuo": [None, "extra", "joker"],
}
FORMS = {
    "guggitaler": ["ten", "eight"],
    "handjass": ["dealer", "exchange"],
    "coiffeur_schieber": ["alone3", "alone4", "pairs4", "sticks4"],
}

# "values": a list of values, or a function that draws one
for _variant, _entry in OPTIONS.items():
    _entry["values"] = {
        name: _entry["samples"].get(name, FORMS[_variant] if name == "form" else VALUES.get(name, [False, True]))
        for name in _entry["checks"]
    }


def check_options(variant: str, options: dict[str, Any]) -> None:
    if variant not in GAMES:
        raise Disagreement(f"unknown variant {variant!r}")
    checks = OPTIONS[variant]["checks"]
    for name in options:
        if name == "preset" and (options[name] is None or options[name] in OPTIONS[variant]["presets"]):
            continue  # REC: "a preset's name may stand beside them as `preset`"
        if name not in checks:
            raise Disagreement(f"unknown option {name!r}")
    for name, check in checks.items():
        if name not in options:
            raise Disagreement(f"option {name!r} is missing")
        if not check(options[name]):
            raise Disagreement(f"option {name!r} has the invalid value {options[name]!r}")
    if variant == "differenzler" and options["pairs"] and options["players"] != 4:
        raise Disagreement("pairs: four players only")
    if variant == "handjass" and options["players"] not in ((4, 3) if options["form"] == "dealer" else (3, 2)):
        raise Disagreement(f"form {options['form']!r} is not for {options['players']} players")
    if variant == "schieber_six":
        for contract in options["contracts"]:
            if contract in NOT_FOR_SIX:
                raise Disagreement(f"contract {contract!r} is not available")
    for contract in rows_of(options) if variant in COIFFEUR_FAMILY else options.get("contracts", []):
        if contract not in options["multipliers"]:
            raise Disagreement(f"no multiplier for contract {contract!r}")
    if options.get("gustav_split") is not None and options["gustav_split"] > GAMES[variant](options).cards_each - 1:
        raise Disagreement("gustav_split: at most the tricks of a hand less one")


def resolve_options(variant: str, preset: str | None = None, **given: Any) -> dict[str, Any]:
    """Defaults, then the preset, then what is given ("an explicit option beats the preset")."""
    options = dict(OPTIONS[variant]["defaults"])
    for name in given:
        if name not in options:
            raise Disagreement(f"unknown option {name!r}")
    if preset is not None:
        options.update(OPTIONS[variant]["presets"][preset])
    if given.get("weis_table") == "es" and "four_nines" not in given:
        options["four_nines"] = 100  # "default 150, in table `es` 100"
    elif "weis_table" in given and "four_nines" not in given:
        options["four_nines"] = 150
    given_multipliers = given.pop("multipliers", {})
    options.update(given)
    if variant in COIFFEUR_FAMILY:
        options["multipliers"] = row_values(options)
    if variant == "schieber_six":
        options["multipliers"] = {name: number for name, number in options["multipliers"].items() if name not in NOT_FOR_SIX}
    if "multipliers" in options:  # "contracts left out keep the preset's or the row's"
        options["multipliers"] = {**options["multipliers"], **given_multipliers}
    if variant == "handjass" and options["players"] is None:
        options["players"] = 4 if options["form"] == "dealer" else 3
    check_options(variant, options)
    return {
        name: list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
        for name, value in options.items()
    }


def draw_options(variant: str, rng: random.Random) -> dict[str, Any]:
    """A random valid combination of resolved options, with rare endings often."""
    entry = OPTIONS[variant]
    preset = rng.choice(list(entry["presets"])) if entry["presets"] else None
    options = resolve_options(variant, preset if variant != "coiffeur_schieber" or rng.random() < 0.1 else None)
    change = rng.choice([0.15, 0.5, 0.8])
    for name in entry["checks"]:
        if rng.random() >= (0.7 if name in ("form", "players", "table", "pack") else change):
            continue
        values = entry["values"][name]
        options[name] = values(rng) if callable(values) else rng.choice(values)
    if variant in SCHIEBER_FAMILY or variant == "sidi_jass":
        if rng.random() < 0.75:  # small targets: ends inside the hand
            options["target"] = entry["samples"]["target"](rng)
        long = rng.random() < 0.1 and not options.get("revokes")
        options["max_hands"] = min(options["max_hands"], 1000 if long else 25)
    if variant in SCHIEBER_FAMILY:
        if rng.random() < 0.4:
            options["end"] = rng.choice(["instant", "claim"])
        if options["end"] == "claim" and rng.random() < 0.3:
            options["weis"] = "choose"
    if variant == "schieber_six":
        options["contracts"] = [name for name in options["contracts"] if name not in NOT_FOR_SIX] or ["gustav"]
        options["multipliers"] = {name: number for name, number in options["multipliers"].items() if name not in NOT_FOR_SIX}
    if variant == "sidi_barrani" and rng.random() < 0.4:  # else hardly a hand without Misère and double
        options["max_hands"] = min(options["max_hands"], 3)
    if variant in COIFFEUR_FAMILY:
        options["multipliers"] = row_values(options)
        if rng.random() < change:
            options["multipliers"] = {row: rng.randint(1, 9) for row in rows_of(options)}
    if options.get("gustav_split") is not None:
        options["gustav_split"] = rng.randint(1, GAMES[variant]({**options, "gustav_split": None}).cards_each - 1)
    if variant == "differenzler" and options["players"] == 3:
        options["pairs"] = False
    if variant == "handjass":
        options["players"] = rng.choice([4, 3] if options["form"] == "dealer" else [3, 3, 2])
    if variant == "sticheln":  # "Random players ... never get there"
        options["max_hands"] = min(options["max_hands"], 25)
    check_options(variant, options)
    return options
