"""House rules: what each option takes and refuses, presets, defaults, and options on the command line."""

from __future__ import annotations

import random
from typing import Any

import pytest

import jass_env
from jass_env.errors import OptionError, VariantError, nearest
from jass_env.options import (
    Choice,
    Factors,
    Number,
    NumberOrNone,
    Option,
    Permutation,
    Subset,
    parse_assignments,
    parse_value,
)
from jass_env.rules import Rules
from jass_env.variants import all_variants, find_variant
from tests.support import PRESETS, VARIANTS, draw_options, draw_value

OPTIONS = [(variant, name) for variant in VARIANTS for name in find_variant(variant).options]
WITH_WEIS = [name for name in VARIANTS if "weis_table" in find_variant(name).options]
WITH_MULTIPLIERS = [name for name in VARIANTS if "multipliers" in find_variant(name).options]
KINDS = (Choice, Number, NumberOrNone, Subset, Permutation, Factors)


def resolve(variant: str, preset: str | None = None, **given: Any) -> dict[str, Any]:
    return find_variant(variant).resolve(preset, given)


def wrong_values(option: Option) -> list[Any]:
    """Values that no option of this kind may take."""
    wrong: list[Any] = ["nonsense", 1.5, {"a": 1}, object]
    if isinstance(option, Choice):
        wrong += [[option.default], (option.default,), str(option.default) + "x"]
        kinds = {type(value) for value in option.values}
        if bool not in kinds:
            wrong += [True, False]
        if int not in kinds:
            wrong += [0, 1]
        if type(None) not in kinds:
            wrong.append(None)
        if int in kinds:
            wrong += [float(value) for value in option.values if type(value) is int]
            wrong += [str(value) for value in option.values if type(value) is int]
        return wrong
    if isinstance(option, Number | NumberOrNone):
        wrong += [option.low - 1, option.high + 1, True, float(option.low), str(option.low), [option.low]]
        return wrong + ([] if isinstance(option, NumberOrNone) else [None])
    wrong += [None, True, 3, [], "", ["nonsense"], [1]]
    if isinstance(option, Subset):
        if option.least == 0:
            wrong.remove([])
        return [*wrong, [option.names[0]] * 2, [*option.names, "nonsense"]]
    if isinstance(option, Permutation):
        names = option.default
        return [*wrong, names[:-1], [*names, names[0]], [names[0]] * len(names), set(names), dict.fromkeys(names)]
    assert isinstance(option, Factors)
    wrong = [value for value in wrong if value != {}]
    name = next(iter(option.default))
    factors = [{name: value} for value in (0, -1, 1.5, "2", None, True, [2], option.high + 1)]
    return [*wrong, *factors, {"nonsense": 1}, list(option.default), {name: 1, "nonsense": 1}]


def stated(option: Option) -> list[str]:
    """What a message says is allowed."""
    if isinstance(option, Choice):
        return [repr(value) for value in option.values]
    if isinstance(option, Number | NumberOrNone):
        return [str(option.low), str(option.high)] + (["None"] if isinstance(option, NumberOrNone) else [])
    return [str(name) for name in (option.names if isinstance(option, Subset) else option.default)]


# --- each option ---


@pytest.mark.parametrize(("variant", "name"), OPTIONS)
def test_option_is_documented_and_its_default_allowed(variant: str, name: str) -> None:
    option = find_variant(variant).options[name]
    assert isinstance(option, KINDS)
    assert option.meaning
    assert option.source
    option.check(name, option.default)
    assert all(text in option.allowed for text in stated(option))


@pytest.mark.parametrize(("variant", "name"), OPTIONS)
def test_wrong_values(variant: str, name: str) -> None:
    """The message names the option, the value, and what is allowed."""
    option = find_variant(variant).options[name]
    for value in wrong_values(option):
        with pytest.raises(OptionError) as error:
            Rules(variant, options={name: value})
        message = str(error.value)
        assert name in message, value
        one = isinstance(option, Factors) and isinstance(value, dict) and set(value) <= set(option.default) and value
        shown = next(iter(value.values())) if one else value
        assert repr(shown) in message
        expected = ["1", str(option.high)] if one and isinstance(option, Factors) else stated(option)
        assert all(text in message for text in expected), value
        assert "\n" not in message


@pytest.mark.parametrize(("variant", "name"), OPTIONS)
def test_allowed_values(variant: str, name: str) -> None:
    """They are kept in one canonical form, which is allowed again."""
    option = find_variant(variant).options[name]
    rng = random.Random(name)
    for _ in range(10):
        checked = option.check(name, draw_value(option, rng))
        again = option.check(name, checked)
        assert again == checked
        assert type(again) is type(checked)


def test_canonical_forms() -> None:
    subset = Subset(("a", "b", "c"), ("a",))
    assert subset.check("x", ["c", "a"]) == subset.check("x", ("a", "c")) == subset.check("x", {"a", "c"}) == ("a", "c")
    assert subset.check("x", "b") == ("b",)
    assert Permutation(("a", "b")).check("x", ["b", "a"]) == ("b", "a")
    assert Factors({"a": 1, "b": 2}).check("x", {"b": 5}) == {"a": 1, "b": 5}
    assert Factors({"a": 1, "b": 2}).check("x", {}) == {"a": 1, "b": 2}
    assert NumberOrNone(1, 8).check("x", None) is None
    assert Choice((1, 2)).check("x", 2) == 2
    for truth in (True, 1.0):
        with pytest.raises(OptionError, match=r"allowed are 1 \| 2"):
            Choice((1, 2)).check("x", truth)


@pytest.mark.parametrize(("variant", "name"), OPTIONS)
def test_unknown_options_suggest_the_nearest(variant: str, name: str) -> None:
    typo = name[:-1] + "x" + name[-1]
    with pytest.raises(OptionError) as error:
        Rules(variant, options={typo: 1})
    message = str(error.value)
    assert variant in message
    assert repr(typo) in message
    assert all(known in message for known in find_variant(variant).options)
    assert "did you mean " in message
    suggested = message.split("did you mean ")[1].split("?")[0]
    assert suggested.strip("'") in find_variant(variant).options
    if len(name) > 6:
        assert suggested == repr(name)


@pytest.mark.parametrize("make", [jass_env.env, jass_env.rules, lambda *a, **k: jass_env.vec(*a, 2, **k)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_way_in_checks(variant: str, make: Any) -> None:
    with pytest.raises(OptionError, match=r"'max_hand'.*did you mean 'max_hands'"):
        make(variant, max_hand=3)
    with pytest.raises(OptionError, match=r"max_hands=0.*1 to"):
        make(variant, max_hands=0)
    with pytest.raises(OptionError, match="'nonsense'"):
        make(variant, preset="nonsense")
    with pytest.raises(OptionError, match=r"reward='scores'.*'score'"):
        make(variant, reward="scores")
    with pytest.raises(OptionError, match=r"episode='hands'.*'hand'"):
        make(variant, episode="hands")
    with pytest.raises(VariantError, match=rf"{variant}x.*{variant}"):
        make(variant + "x")
    assert make(variant, max_hands=3) is not None


def test_nearest() -> None:
    assert nearest("schiber", ["mittlere", "schieber"]) == "did you mean 'schieber'? Known: mittlere, schieber"
    assert nearest("xyz", ["mittlere", "schieber"]) == "Known: mittlere, schieber"


def test_variants_are_listed() -> None:
    assert jass_env.variants() == sorted(all_variants()) == VARIANTS
    assert {variant.name for variant in all_variants().values()} == set(VARIANTS)


# --- presets and defaults ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_defaults(variant: str) -> None:
    rules = Rules(variant)
    known = find_variant(variant)
    assert list(rules.options) == list(known.options)
    assert rules.preset == known.default_preset
    if known.default_preset is not None:
        assert known.default_preset in known.presets
    assert Rules(variant, options={}).options == rules.options


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_presets(variant: str, preset: str | None) -> None:
    """A preset's values stand where nothing else is said; all others keep their defaults."""
    known = find_variant(variant)
    rules = Rules(variant, preset=preset)
    assert rules.preset == preset
    values = known.presets[preset] if preset is not None else {}
    plain = resolve(variant)
    for name, option in known.options.items():
        if name in values:
            expected = option.check(name, values[name])
            if isinstance(option, Factors):
                assert {key: rules.options[name][key] for key in values[name]} == values[name]
            else:
                assert rules.options[name] == expected
        elif not (isinstance(option, Choice) and option.default_by) and not known.presets.get(known.default_preset or ""):
            if not isinstance(option, Factors):
                assert rules.options[name] == plain[name]


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_explicit_beats_preset(variant: str, preset: str | None) -> None:
    for number in range(5):
        given = draw_options(variant, random.Random(f"{variant} {preset} {number}"))
        known = find_variant(variant)
        try:
            rules = Rules(variant, preset=preset, options=given)
        except OptionError:
            continue
        for name, value in given.items():
            option = known.options[name]
            if isinstance(option, Factors):
                assert rules.options[name] == value
            else:
                assert rules.options[name] == option.check(name, value)


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_explicit_values_change_nothing_else(variant: str, preset: str | None) -> None:
    """Giving an option the value it has anyway changes nothing."""
    rules = Rules(variant, preset=preset)
    for name, value in rules.options.items():
        assert Rules(variant, preset=preset, options={name: value}).options == rules.options
    again = Rules(variant, preset=preset, options=rules.options)
    assert again.options == rules.options
    assert again.array.tobytes() == rules.array.tobytes()
    assert again.layout_hash == rules.layout_hash


@pytest.mark.parametrize("variant", VARIANTS)
def test_unknown_preset(variant: str) -> None:
    presets = find_variant(variant).presets
    for typo in ["nonsense", *(preset + "x" for preset in presets)]:
        with pytest.raises(OptionError) as error:
            Rules(variant, preset=typo)
        assert repr(typo) in str(error.value)
        assert variant in str(error.value)
        assert all(preset in str(error.value) for preset in presets)
        if typo != "nonsense" and len(typo) > 2:
            assert f"did you mean {typo[:-1]!r}" in str(error.value)


@pytest.mark.parametrize("variant", WITH_MULTIPLIERS)
def test_multipliers_partially_given(variant: str) -> None:
    """What is left out keeps the preset's number."""
    for preset in (None, *find_variant(variant).presets):
        whole = Rules(variant, preset=preset).options["multipliers"]
        for name in whole:
            given = Rules(variant, preset=preset, options={"multipliers": {name: 9}}).options["multipliers"]
            assert given == {**whole, name: 9}
        assert Rules(variant, preset=preset, options={"multipliers": {}}).options["multipliers"] == whole


def test_multipliers_of_schieber() -> None:
    """Rulebook 2.5."""
    contracts = ("acorns", "roses", "shields", "bells", "obenabe", "undenufe")

    def numbers(preset: str | None, **given: Any) -> list[int]:
        multipliers = resolve("schieber", preset, **given)["multipliers"]
        return [multipliers[name] for name in contracts]

    assert numbers(None) == numbers("pt") == [1, 1, 2, 2, 3, 4]
    assert numbers("es") == [1, 1, 3, 2, 3, 4]
    assert numbers("swiss") == [1, 1, 2, 2, 3, 3]
    assert numbers("flat") == [1] * 6
    assert numbers("swiss", multipliers={"undenufe": 7, "bells": 5}) == [1, 1, 2, 5, 3, 7]


@pytest.mark.parametrize("variant", WITH_WEIS)
def test_four_nines_go_with_the_table(variant: str) -> None:
    """Rulebook 1.7: "default 150, in table `es` 100"."""
    for preset in find_variant(variant).presets or [None]:
        values = dict(find_variant(variant).presets[preset]) if preset is not None else {}
        if "four_nines" in values:
            continue
        table = Rules(variant, preset=preset).options["weis_table"]
        assert Rules(variant, preset=preset).options["four_nines"] == (100 if table == "es" else 150)
        for table, points in (("small", 150), ("big", 150), ("es", 100)):
            assert Rules(variant, preset=preset, options={"weis_table": table}).options["four_nines"] == points
            for explicit in (150, 100, 0):
                options = {"four_nines": explicit, "weis_table": table}
                assert Rules(variant, preset=preset, options=options).options["four_nines"] == explicit


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_belong_to_their_rules(variant: str) -> None:
    """Changing what one was given or got changes no other rules."""
    given = draw_options(variant, random.Random(1))
    rules = Rules(variant, options=given)
    before, array = repr(rules.options), rules.array.tobytes()
    for value in given.values():
        if isinstance(value, dict | list):
            value.clear()
    for value in Rules(variant).options.values():
        if isinstance(value, dict):
            value.clear()
    assert repr(rules.options) == before
    assert rules.array.tobytes() == array
    assert all(value != {} for value in Rules(variant).options.values())


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(OptionError, match=r"pairs=True.*players=4.*players=3"):
        Rules("differenzler", options={"pairs": True, "players": 3})


# --- the command line ---


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("1.5", 1.5),
        ("true", True),
        ("false", False),
        ("null", None),
        ("True", True),
        ("False", False),
        ("None", None),
        ("big", "big"),
        ('"big"', "big"),
        ("3x3", "3x3"),
        ("slalom,gustav", ["slalom", "gustav"]),
        ("1,2", [1, 2]),
        ('["slalom", "gustav"]', ["slalom", "gustav"]),
        ('{"bells": 3, "roses": 2}', {"bells": 3, "roses": 2}),
        ("", ""),
    ],
)
def test_values_on_the_command_line(text: str, value: Any) -> None:
    parsed = parse_value(text)
    assert parsed == value
    assert type(parsed) is type(value)
    assert parse_assignments([f"key={text}"]) == {"key": value}


def test_assignments() -> None:
    assert parse_assignments([]) == {}
    words = [
        "weis=choose",
        "target=1000",
        "four_low=True",
        "contracts=bells,3x3",
        'multipliers={"bells":3}',
        "gustav_split=None",
    ]
    given = parse_assignments(words)
    rules = Rules("schieber", options=given)
    assert rules.options["contracts"] == ("bells", "3x3")
    assert rules.options["multipliers"]["bells"] == 3
    assert rules.options["four_low"] is True
    assert rules.options["gustav_split"] is None
    assert parse_assignments(["a=b=c"]) == {"a": "b=c"}
    assert parse_assignments(["a=1", "a=2"]) == {"a": 2}
    for wrong in ("target", "=3", ""):
        with pytest.raises(OptionError, match=rf"{wrong!r}: .*key=value"):
            parse_assignments(["a=1", wrong])
