"""What a variant is, as text: documentation pages, the overview of all variants, and rule sheets for a terminal.

Everything follows from the value: sentences from the mechanisms (``Mechanism.describe``), tables from options, layout and
action ids, rule text from the docstring of the variant's file. Nothing here knows a variant, and the same value always
gives the same text. ``scripts/docs.py`` (``make docs``) writes the pages into ``docs/variants/``.
"""

from __future__ import annotations

import inspect
import itertools
import re
import textwrap
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jass_env.engine import actions as act
from jass_env.engine import state as st
from jass_env.engine.cards import SUITS, card_name
from jass_env.engine.observe import BASE
from jass_env.engine.orders import FREE, OBENABE, UNDENUFE
from jass_env.errors import OptionError
from jass_env.options import Choice, Number, NumberOrNone, Option, Permutation, Subset
from jass_env.rules import Part, Rules
from jass_env.variant import CardPoints, Game, Tricks, Variant
from jass_env.variants import all_variants

HEADER = "<!-- Generated from the rules by `make docs` (scripts/docs.py). Do not edit. -->"
#: What stands between them in a README is the overview table.
BEGIN, END = "<!-- variants:begin -->", "<!-- variants:end -->"

#: Where the presets come from (rulebook 2.5, 2.8).
PRESET_SOURCES = {
    "pt": "PT 155-163, FI 237-243",
    "es": "ES 22, 32-41, 52",
    "swiss": "custom of the lottery company and the clubs",
    "flat": "PT 189",
    "six_contracts": "ES 65",
}

#: What the actions from a code on mean, up to the next one listed.
ACTION_GROUPS = {
    act.CODE[first]: meaning
    for first, meaning in {
        card_name(0): "play this card (id = 9 x suit + rank)",
        "acorns": "contract, row or trump suit; the suit of a tuo, of a 3x3 trick",
        "joker1": "row; the contract that it stands for comes next",
        "obenabe_first": "slalom, gustav: what comes first",
        "4_obenabe": "riesenslalom: how many tricks of what come first",
        "TOU": "3x3: order of its blocks, (T)rump, (O)benabe, (U)ndenufe",
        "shove": "leave the choice to the partner",
        "pass": "do not bid or declare",
        "add_misere": "Misère added, or not",
        "double": "double, or not",
        "announce": "announce the best Weis, or stay silent",
        "bid_1": "bid so many tricks",
        "tricks_0": "announce so many tricks",
        "predict_0": "predict so many points",
        "swap": "swap the trump six for the turned card",
        "keep": "do not swap or exchange",
        "exchange": "exchange the hand for the spare one",
        "claim": "claim that the own side has the target",
    }.items()
}

CONTRACT_WORDS = {
    "acorns, roses, shields, bells": "this suit is trump",
    "obenabe": "no trump; A K O U B 9 8 7 6",
    "undenufe": "no trump, the lowest is the highest: 6 7 8 9 B U O K A",
    "slalom": "obenabe and undenufe in turn; which comes first is chosen",
    "gustav": "the first half of the tricks one way, the second the other; which comes first is chosen",
    "riesenslalom": "four tricks one way and five the other, or five and four",
    "misere": "obenabe, and the fewest points are best (in games of two sides: their totals are exchanged)",
    "tutti": "no trump until the first player who cannot follow suit fixes it with his card",
    "tuo": "a third of the tricks with a trump suit, then undenufe, then obenabe",
    "3x3": "three tricks with trump (its suit named anew before each), three obenabe, three undenufe, in a chosen order",
    "joker1, joker2": "rows of a ledger: stand for a contract that the declarer names",
}


# --- what follows from a value ---


def title(variant: Variant) -> str:
    """The variant's name as people write it: how its rule text begins."""
    return re.split(r"[,:(.]", rule_text(variant), maxsplit=1)[0].strip()


def rule_text(variant: Variant) -> str:
    """The rules in words: the docstring of the variant's file."""
    return inspect.cleandoc(inspect.getmodule(variant.game).__doc__ or "")


def build(variant: Variant, **options: Any) -> Game | None:
    """The game of these options on top of the defaults; None if they do not go together."""
    try:
        return variant.build(variant.resolve(None, options))
    except OptionError:
        return None


def kind_of(game: Game | None) -> object:
    """What makes two games of a variant different forms: seats, deal, phases, how it is scored and won."""
    if game is None:
        return None
    return game.seats, game.deal, [type(part) for part in (*game.phases, game.count, game.settle, game.match)]


def form_options(variant: Variant) -> dict[str, tuple[Any, ...]]:
    """The options that make other forms of a variant, with their values."""
    usual = kind_of(build(variant))
    return {
        name: option.values
        for name, option in variant.options.items()
        if isinstance(option, Choice)
        and any(kind_of(build(variant, **{name: value})) not in (None, usual) for value in option.values)
    }


def forms(variant: Variant) -> list[dict[str, Any]]:
    """Every form: the values of the options that make it, the default form first."""
    options = form_options(variant)
    found = [dict(zip(options, values, strict=True)) for values in itertools.product(*options.values())]
    default = variant.resolve(None, {})
    return sorted(
        (form for form in found if build(variant, **form)),
        key=lambda form: any(default[name] != form[name] for name in form),
    )


def values_to_try(option: Option) -> tuple[Any, ...]:
    """Values that show what an option can change."""
    if isinstance(option, Choice):
        return option.values
    if isinstance(option, Number | NumberOrNone):
        return (option.low, option.high)
    if isinstance(option, Subset):
        return (option.names, *option.names)
    if isinstance(option, Permutation):
        return (option.default[::-1],)
    return ()


def differences(usual: Rules, other: Rules) -> str:
    """How observation, state and actions of other options differ; empty if they do not."""
    was = {name: part.stop - part.start for name, part in usual.state_layout.items()}
    now = {name: part.stop - part.start for name, part in other.state_layout.items()}
    parts = [
        *(f"adds `{name}` ({size})" for name, size in now.items() if name not in was),
        *(f"`{name}` {size} instead of {was[name]}" for name, size in now.items() if was.get(name, size) != size),
    ]
    if gone := [f"`{name}`" for name in was if name not in now]:
        parts.append(f"without {', '.join(gone)}")
    if usual.actions != other.actions:
        parts.append(f"{len(other.actions)} actions instead of {len(usual.actions)}, other ids")
    return "; ".join(parts)


def layout_changes(variant: Variant) -> dict[str, str]:
    """Options that do not make another form, but change the layout: the option with its value, and what changes."""
    usual = Rules(variant)
    found = {}
    for name, option in variant.options.items():
        if name in form_options(variant):
            continue
        changes = {
            written(value): differences(usual, Rules(variant, options={name: value}))
            for value in values_to_try(option)
            if build(variant, **{name: value}) and option.check(name, value) != usual.options[name]
        }
        if isinstance(option, Number) and len(changes) == 1 and any(changes.values()):
            found[f"`{name}` other than {written(usual.options[name])}"] = next(iter(changes.values()))
        else:
            found |= {f"`{name}={value}`": change for value, change in changes.items() if change}
    return found


def sums_of_points(rules: Rules) -> list[int] | None:
    """What all sides' points for cards and tricks add up to in a hand; None where not all cards are played."""
    game, r = rules.game, rules.array[0]
    if game.seats.count * game.deal.cards != game.deal.pack.bit_count():
        return None
    if isinstance(game.count, CardPoints):
        return sorted(game.count.totals(game.deal.pack))
    cards, tricks = r.card_value.reshape(st.CYCLE, -1), r.trick_bonus.reshape(st.CYCLE, -1)
    return sorted({int(cards[hand].sum() + tricks[hand].sum()) for hand in range(r.count_cycle)})


# --- words ---


def written(value: Any) -> str:
    """A value of an option, as short as can be: names and numbers of a mapping, names of a list, or as in Python."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return repr(value)


def default_words(variant: Variant, name: str) -> str:
    """An option's default, and on what it depends."""
    option = variant.options[name]
    default = written(option.default)
    by = getattr(option, "default_by", None)
    if isinstance(by, tuple):
        default += "".join(f"; with {by[0]}={value!r} {other!r}" for value, other in by[1].items())
    elif by is not None:
        default += "; by the options above"
    return default


def course(game: Game) -> list[str]:
    """The hand in sentences: deal, what is decided before the tricks, what counts, what it scores."""
    weis = [phase.weis.describe(game) for phase in game.phases if isinstance(phase, Tricks) and phase.weis is not None]
    phases = [phase.describe(game) for phase in game.phases if not isinstance(phase, Tricks)]
    return [game.deal.describe(game), *phases, *weis, game.count.describe(game), game.settle.describe(game)]


def legal_moves(game: Game) -> str:
    """The rule of legal cards."""
    return " ".join(phase.describe(game) for phase in game.phases if isinstance(phase, Tricks))


def rewards(rules: Rules) -> dict[str, str]:
    """Each reward mode and its scale in this variant."""
    game, r = rules.game, rules.array[0]
    when = {
        st.WRITE_AFTER_HAND: "after each hand",
        st.WRITE_INSTANT: "as it arises: trick by trick, Weis, Stöck",
        st.WRITE_CLAIM: "Weis and Stöck as they arise, the rest after the hand",
    }[int(r.writes)]
    sign = " with its sign turned, since the fewest win" if r.fewest_wins else ""
    sums = sums_of_points(rules)
    total = "no fixed sum, as not all cards are played"
    if sums is not None:
        by_trick = " (but where cards count by the trick)" if {"tuo", "3x3"} & set(rules.actions) else ""
        total = f"{' or '.join(map(str, sums))} in a hand, all sides together{by_trick}"
    opponents = "the other side's" if rules.sides == 2 else f"the mean of the {rules.sides - 1} opponents'"
    return {
        "score": f"the change of the seat's own total{sign}, in {game.settle.brief(game)}; {when}",
        "margin": f"score minus {opponents}; adds up to 0 over the sides",
        "outcome": f"{game.match.describe_outcome()}; all 0 when truncated",
        "points": f"points for cards and tricks when a trick is taken, whether they are wanted or not; {total}",
    }


def match_end(game: Game) -> str:
    """How a match ends."""
    return f"{game.match.describe(game)} After `max_hands` ({game.max_hands}) it is truncated."


# --- Markdown ---


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def span(first: int, stop: int) -> str:
    """Indices from ``first`` to before ``stop``."""
    return str(first) if stop == first + 1 else f"{first}-{stop - 1}"


def code(*assignments: str) -> str:
    """Options in force, as code."""
    return ", ".join(f"`{each}`" for each in assignments)


def layout_table(parts: Iterable[Part]) -> str:
    """Index, name, meaning and range of the parts of an observation or state."""
    rows = [(span(p.start, p.stop), f"`{p.name}`", p.meaning, f"{p.low} to {p.high}") for p in parts]
    return table(("index", "part", "meaning", "range"), rows)


def action_table(rules: Rules) -> str:
    """The action ids in groups."""
    starts = sorted(ACTION_GROUPS)
    rows = []
    for group, members in itertools.groupby(enumerate(rules.actions), lambda each: bisect(starts, act.CODE[each[1]])):
        ids, names = zip(*members, strict=True)
        shown = [f"`{name}`" for name in names]
        words = " ".join(shown) if len(shown) <= len(act.CONTRACTS) else f"{shown[0]} {shown[1]} ... {shown[-1]}"
        rows.append((span(ids[0], ids[-1] + 1), words, ACTION_GROUPS[starts[group - 1]]))
    return table(("id", "names", "meaning"), rows)


def layout_text(variant: Variant) -> str:
    """Which options change the layout."""
    rows = []
    for form in forms(variant):
        rules = Rules(variant, options=form)
        shown = code(*(f"{name}={value!r}" for name, value in form.items()))
        rows.append((shown, rules.seats, rules.observation_size, rules.state_size, len(rules.actions)))
    changes = layout_changes(variant)
    lines = []
    if len(rows) > 1:
        lines += ["Forms of the variant have layouts of their own:\n"]
        lines += [table(("options", "agents", "observation", "state", "actions"), rows), ""]
    if changes:
        lines += [
            "Other options that change the layout:\n",
            *(f"* {name}: {change}" for name, change in changes.items()),
            "",
        ]
    return "\n".join(lines or ["No option changes the layout.", ""])


def options_text(variant: Variant) -> str:
    """Options and presets."""
    rows = [
        (f"`{name}`", default_words(variant, name), option.allowed, option.meaning, option.source)
        for name, option in variant.options.items()
    ]
    lines = [table(("option", "default", "allowed", "meaning", "source"), rows), ""]
    if variant.presets:
        lines += ["### Presets\n", "A preset is a named set of options; an option that is given beats it.\n"]
        presets = []
        for name, changes in variant.presets.items():
            default = " (default)" if name == variant.default_preset else ""
            words = "; ".join(f"`{option}`: {written(value)}" for option, value in changes.items())
            presets.append((f"`{name}`{default}", words or "the defaults", PRESET_SOURCES[name]))
        lines += [table(("preset", "options", "source"), presets), ""]
    return "\n".join(lines)


def page(variant: Variant) -> str:
    """The documentation page of a variant, in Markdown."""
    rules, name, version = Rules(variant), variant.name, f"v{variant.version}"
    game = rules.game
    facts = [
        ("PettingZoo id", f"`jass/{name}-{version}`"),
        ("Agents", " or ".join(dict.fromkeys(str(Rules(variant, options=form).seats) for form in forms(variant)))),
        ("Actions", f"`Discrete({len(rules.actions)})`, with a mask"),
        ("Observation", f"`Box` of {rules.observation_size} int8"),
        ("State", f"`Box` of {rules.state_size} int8"),
    ]
    agents = ", ".join(f"`player_{seat}`" for seat in range(rules.seats))
    preset = next((f', preset="{each}"' for each in variant.presets if each != variant.default_preset), "")
    hidden = [part for key, part in rules.state_layout.items() if key not in rules.layout]
    reward_rows = [(f"`{mode}`" + " (default)" * (mode == rules.reward), words) for mode, words in rewards(rules).items()]
    return f"""{HEADER}
# {title(variant)}

{variant.summary}

{table(("", ""), facts)}

{rule_text(variant).replace("``", "`")}

The sentences and tables below describe the default options. What all variants have in common, and the numbers that stand
for orders, contracts and decisions, is in the [overview](README.md).

## Creation

```python
import jass_env

env = jass_env.env("{name}")  # PettingZoo AEC
env = jass_env.env("{name}"{preset}, episode="hand", reward="margin")
venv = jass_env.vec("{name}", num_envs=1024)  # batched
```

`python -m jass_env {name} [key=value ...]` prints the rules with these options.

## Agents

{game.seats.describe(game)} Agents: {agents}.

The course of a hand:

{chr(10).join(f"* {sentence}" for sentence in course(game))}

## Observation

{layout_table(rules.layout.values())}

`state()` is the observation of the seat to move, followed by:

{layout_table(hidden)}

{layout_text(variant)}
## Actions

{action_table(rules)}

## Legal moves

`action_mask` marks the legal actions of the agent to move; every other agent's mask is all zeros.

{legal_moves(game)}

## Rewards

{table(("mode", "reward"), reward_rows)}

## Match end

{match_end(game)} With `episode="hand"` one hand is played, and its best score wins.

## Options

{options_text(variant)}
## Version history

* `{version}`: the rules, observations and action ids of this page.
"""


def overview(link: str = "") -> str:
    """The table of all variants; pages are linked to in the folder ``link``."""
    rows = []
    for variant in all_variants().values():
        games = [game for form in forms(variant) if (game := build(variant, **form))]
        columns = [
            [game.seats.brief(game) for game in games],
            [str(game.deal.cards) for game in games],
            [game.deal.brief(game) for game in games],
            [", ".join(phase.brief(game) for phase in game.phases) for game in games],
            [game.match.brief(game) for game in games],
        ]
        rows.append((f"[`{variant.name}`]({link}{variant.name}.md)", *(" / ".join(dict.fromkeys(each)) for each in columns)))
    return table(("variant", "players", "cards", "trump", "phases of a hand", "what wins"), rows)


def index() -> str:
    """The page that stands before the others: the overview, and what they share."""
    asks = sorted((number, name) for name, number in vars(st).items() if name.startswith("ASK_"))
    orders = {**dict(enumerate(SUITS)), OBENABE: "obenabe", UNDENUFE: "undenufe", FREE: "no trump yet"}
    subchoices = act.VOCABULARY[act.OBENABE_FIRST : act.SHOVE]
    weis = [f"{length} in a row" for length in range(3, 10)] + [f"four {rank}" for rank in "6789BUOKA"]

    def numbered(names: Iterable[str]) -> str:
        return ", ".join(f"{number} {name}" for number, name in enumerate(names))

    return f"""{HEADER}
# Variants

{overview()}

Where a variant has several forms their entries stand beside each other, the default first. `python -m jass_env` lists the
variants, `python -m jass_env schieber` prints a rule sheet.

## What all pages share

* Environments are PettingZoo AEC environments (`jass_env.env`, `pettingzoo.make("aec", "jass/<variant>-v0")`), and batched
  ones (`jass_env.vec`) on the same kernels: the same seeds give the same games.
* Cards: suits {", ".join(f"{number} {name}" for number, name in enumerate(SUITS))}; ranks 0-8 are 6 7 8 9 B(anner) U(nder)
  O(ber) K(ing) A(ce). `Ua` is the Under of acorns, id 9 x suit + rank. Ids 0-35 are the cards in every variant; ids of other
  actions, and the layout of observations, are the variant's own.
* An observation is a vector of int8. Seats in it are relative: 0 is the viewer, 1 the seat to his right, who plays after
  him. Sides come in the order of their first seat from the viewer on, so his own is first. Large numbers are digits of base
  {BASE}, each with the number's sign.
* Rewards come when they arise, and more is better but in mode `points`; partners get the same. A match of one hand:
  `episode="hand"`.
* `PT 25`, `ES 22`, `FI 40` are lines of the Portuguese, Spanish and Finnish rule texts; "rulebook 2.5" is a section of the
  project's rulebook, which settles where they differ; "design" is a choice where they are silent.

## Numbers in observations

* `ask`: {numbered(name.removeprefix("ASK_").lower() for _, name in asks)}.
* `order`: {numbered(orders.values())}; `orders` has the number + 1.
* `contract`, `ledger`: {numbered(act.CONTRACTS)}.
* `subchoice`: {numbered(subchoices)}.
* `weis_kind` (+ 1): {numbered(weis)}.

## Contracts

{table(("contract", "how it is played"), CONTRACT_WORDS.items())}
"""


def pages() -> dict[str, str]:
    """Every file of ``docs/variants/``: its name and what stands in it."""
    return {"README.md": index(), **{f"{name}.md": page(variant) for name, variant in all_variants().items()}}


def with_overview(readme: str) -> str:
    """A README with the overview between its two markers; without markers it stays as it is."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        return readme
    return f"{before}{begin}\n{overview('docs/variants/')}\n{end}{after}"


# --- plain text, for a terminal ---


def wrapped(text: str, indent: str = "", bullet: str = "") -> str:
    """Text in lines that fit a terminal."""
    return textwrap.fill(text, 96, initial_indent=indent + bullet, subsequent_indent=indent + " " * len(bullet))


def variant_list() -> str:
    """All variants, one a line."""
    variants = all_variants().values()
    width = max(len(variant.name) for variant in variants)
    lines = [f"{variant.name:{width}}  {variant.summary}" for variant in variants]
    return "\n".join([*lines, "", "python -m jass_env VARIANT [key=value ...] prints its rules and options."])


def rule_sheet(rules: Rules) -> str:
    """The rules of a variant with these options."""
    variant, game = rules.variant, rules.game
    lines = [f"{title(variant)} ({variant.name}): {variant.summary}", "", rule_text(variant).replace("``", ""), ""]
    lines += ["With these options", wrapped(game.seats.describe(game), bullet="* ")]
    lines += [wrapped(sentence, bullet="* ") for sentence in (*course(game), legal_moves(game))]
    lines += [wrapped(match_end(game).replace("`", ""), bullet="* "), ""]
    lines += [f"Options{f' (preset {rules.preset})' if rules.preset else ''}; * where the value is not the default"]
    default = variant.resolve(None, {})
    for name, option in variant.options.items():
        mark = " " if rules.options[name] == default[name] else "*"
        lines.append(wrapped(f"{name} = {written(rules.options[name])}", bullet=f"{mark} "))
        lines.append(wrapped(f"{option.meaning} [{option.source}]", "      "))
        lines.append(wrapped(f"allowed: {option.allowed}; default: {default_words(variant, name)}", "      "))
    if variant.presets:
        lines += ["", "Presets (preset=NAME)"]
    for name, changes in variant.presets.items():
        words = "; ".join(f"{option}: {written(value)}" for option, value in changes.items()) or "the defaults"
        lines.append(wrapped(f"{name}: {words} [{PRESET_SOURCES[name]}]", bullet="  "))
    return "\n".join(lines)
