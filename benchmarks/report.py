"""From what was measured to the table."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.processes import Sample
from benchmarks.registry import (
    BARE,
    BATCHED,
    FIGURES,
    KERNEL,
    MEASURES,
    OWN,
    TARGETS,
    TRAINING,
    Measure,
)


@dataclass
class Results:
    """All that a run found. Rounds are kept in order: sample k of any two measures are of one round."""

    about: dict[str, str]
    samples: dict[str, list[Sample]] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    figures: dict[str, list[float]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    """Why a measure or figure is not there."""

    def rates(self, name: str, wall: bool = False) -> list[float]:
        """Decisions per second of a measure, by round. Raises KeyError if it is missing."""
        return [sample.rate(wall) for sample in self.samples[name]]

    def paired(self, value: Callable[[Callable[[str], float]], float], wall: bool = False) -> list[float]:
        """A number made of the rates of one round, for each round; empty if some measure is missing."""
        rounds = max((len(each) for each in self.samples.values()), default=0)
        try:
            return [value(lambda name, at=at: self.rates(name, wall)[at]) for at in range(rounds)]  # type: ignore[misc]
        except KeyError:
            return []

    def parts(self) -> dict[str, list[float]]:
        """Per cent of training's CPU time that its parts took, by round."""
        samples = self.samples.get(TRAINING, [])
        shares = [{part: 100 * value / sum(each.parts.values()) for part, value in each.parts.items()} for each in samples]
        return {part: [share[part] for share in shares] for part in (shares[0] if shares else ())}


@dataclass(frozen=True)
class Verdict:
    """A target, and the values that were found."""

    name: str
    bound: float
    at_least: bool
    values: Sequence[float]

    @property
    def met(self) -> bool | None:
        """None: not measured."""
        if not self.values:
            return None
        middle = statistics.median(self.values)
        return middle >= self.bound if self.at_least else middle <= self.bound


def verdicts(results: Results) -> list[Verdict]:
    """All targets in order."""
    found = [Verdict(each.name, each.bound, each.at_least, results.paired(each.value, each.wall)) for each in TARGETS]
    for figure in FIGURES:
        if figure.at_most is not None:
            name = f"{figure.name}, {figure.unit}"
            found.append(Verdict(name, figure.at_most, False, results.figures.get(figure.name, [])))
    return found


def number(value: float) -> str:
    """Three digits that count."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def rounded(value: float) -> str:
    """A rate: thousands separated, three digits that count."""
    return f"{float(f'{value:.3g}'):,.0f}"


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def spread(values: Sequence[float], text: Callable[[float], str] = number) -> list[str]:
    """Two cells: the median, and the quartiles."""
    low, middle, high = quartiles(values)
    return [text(middle), f"{text(low)} to {text(high)}" if len(values) > 1 else ""]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown; columns but the first are aligned to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def own_row(results: Results, measure: Measure) -> list[str]:
    if measure.name not in results.samples:
        return [measure.name, results.missing[measure.name], "", ""]
    values = results.rates(measure.name, wall=measure.cores > 1)
    return [measure.name, *spread(values, rounded), rounded(1e9 / statistics.median(values))]


def peer_row(results: Results, measure: Measure) -> list[str]:
    if measure.name not in results.samples:
        return [measure.name, "", results.missing[measure.name], "", "", "", ""]
    ratios = [
        results.paired(lambda rate, own=own: rate(own) / rate(measure.name))  # type: ignore[misc]
        for own in (KERNEL, BATCHED, BARE)
    ]
    return [
        measure.name,
        results.versions[measure.name],
        *spread(results.rates(measure.name), rounded),
        *(number(statistics.median(ratio)) if ratio else "" for ratio in ratios),
    ]


def markdown(results: Results) -> str:
    """The whole table."""
    lines = ["# Speed", ""]
    lines += [f"* {key}: {value}" for key, value in results.about.items()]
    lines += ["", "## Targets", ""]
    words = {True: "met", False: "**not met**", None: "not measured"}
    lines += table(
        ["target", "bound", "median", "quartiles", ""],
        [
            [
                each.name,
                f"{'≥' if each.at_least else '≤'} {each.bound:g}",
                *(spread(each.values) if each.values else ["", ""]),
                words[each.met],
            ]
            for each in verdicts(results)
        ],
    )
    shown = [measure for measure in MEASURES if measure.name in results.samples or measure.name in results.missing]
    own = [measure for measure in shown if measure.group == OWN]
    lines += ["## This suite: single hands of Schieber with the choice of contract and Weis", ""]
    lines += table(
        ["measure", "decisions/s", "quartiles", "ns per decision"], [own_row(results, measure) for measure in own]
    )
    lines += ["## Peers, and how many times faster this suite is", ""]
    peers = [measure for measure in shown if measure.group != OWN]
    lines += table(
        ["peer", "version", "decisions/s", "quartiles", "kernel", "batched", "bare AEC"],
        [peer_row(results, measure) for measure in peers],
    )
    lines += ["## Where training's time goes", ""]
    lines += table(
        ["part", "% of CPU time", "quartiles"], [[part, *spread(values)] for part, values in results.parts().items()]
    )
    lines += ["## Memory and first steps", ""]
    lines += table(
        ["what", "median", "quartiles"],
        [
            [f"{each.name}, {each.unit}", *spread(results.figures[each.name])]
            if each.name in results.figures
            else [f"{each.name}, {each.unit}", results.missing[each.name], ""]
            for each in FIGURES
            if each.name in results.figures or each.name in results.missing
        ],
    )
    return "\n".join(lines)


def as_json(results: Results) -> dict[str, Any]:
    """Everything, with the values of all rounds."""
    return {
        "about": results.about,
        "targets": [
            {"name": each.name, "bound": each.bound, "at_least": each.at_least, "met": each.met, "values": each.values}
            for each in verdicts(results)
        ],
        "measures": {
            measure.name: {
                "group": measure.group,
                "version": results.versions[measure.name],
                "clock": "wall" if measure.cores > 1 else "cpu",
                "decisions_per_cpu_second": results.rates(measure.name),
                "decisions_per_second": results.rates(measure.name, wall=True),
            }
            for measure in MEASURES
            if measure.name in results.samples
        },
        "training_percent": results.parts(),
        "figures": {each.name: {"unit": each.unit, "values": results.figures.get(each.name, [])} for each in FIGURES},
        "missing": results.missing,
    }
