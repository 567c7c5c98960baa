"""The report of a tournament: ``report.md``, the same as ``report.html``, and plots beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import markdown
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from jass_env.arena.analysis import Analysis

METRIC_NAMES = {"score": "score", "points": "card points"}

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}td:first-child,th:first-child{text-align:left}"
    "img{max-width:100%}"
)


def write_report(analysis: Analysis, folder: Path, title: str) -> Path:
    """Write the report and its plots into ``folder``; returns the path of ``report.md``."""
    plots = {
        "pairs": _plot_pairs(analysis),
        "matrix": _plot_matrix(analysis),
        "ratings": _plot_ratings(analysis),
    }
    for name, figure in plots.items():
        FigureCanvasAgg(figure)
        figure.savefig(folder / f"{name}.png", dpi=110, bbox_inches="tight")
    text = "\n".join(report_lines(analysis, title)) + "\n"
    path = folder / "report.md"
    path.write_text(text, encoding="utf-8")
    body = markdown.markdown(text, extensions=["tables"])
    (folder / "report.html").write_text(
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n",
        encoding="utf-8",
    )
    return path


def report_lines(analysis: Analysis, title: str) -> list[str]:
    """The report in Markdown."""
    results = analysis.results
    head, names = results.head, results.agents
    what = "whole match" if results.matches else "hand"
    unit = METRIC_NAMES[head["metric"]]
    lines = [
        f"# {title}",
        "",
        f"{head['variant']}, {'whole matches' if results.matches else 'single hands'}, evaluation {head['seed']}, "
        f"jass_env {head['jass_env']}. Every deal is played in all {results.sides} rotations of the seats; the unit of the "
        "statistics is the deal. Intervals are 95 %.",
        "",
        "## Mean differences",
        "",
        f"Row minus column, {unit} per {what}.",
        "",
        *_table(["", *names], [[name, *_matrix_row(analysis, row)] for row, name in enumerate(names)]),
        "",
        "![Mean differences](matrix.png)",
        "",
        "## Pairs",
        "",
        "The bootstrap (by deal) is a check of the t interval. A deal is won by who did better over all its rotations; a "
        "tie is half. With many pairs some intervals miss the truth: one in twenty on the average.",
        "",
        *_table(
            [
                "pair",
                "deals",
                "difference",
                "bootstrap",
                "deals won",
                *(["matches won"] if results.matches else []),
                "verdict",
            ],
            _pair_rows(analysis),
        ),
        "",
        "![Pairs](pairs.png)",
        "",
        "## How many deals",
        "",
        f"For a half width of {analysis.half_width:.3g} {unit} per {what}, going by the spread seen here:",
        "",
        *_table(
            ["pair", "half width now", "deals now", "deals needed"],
            [
                [
                    _versus(analysis, pair.a, pair.b),
                    _number(pair.difference.half_width),
                    f"{pair.deals:,}",
                    f"{pair.needed:,}",
                ]
                for pair in analysis.pairs
            ],
        ),
        "",
        "## Ratings",
        "",
        "Bradley-Terry over the deals won between pairs, in Elo's units around 0 (400 points are odds of ten to one), its "
        "interval by bootstrap over the deals. Openskill takes all deals in order, mixed tables too: mu ± sigma.",
        "",
        *_table(["agent", "Bradley-Terry", "interval", "openskill"], _rating_rows(analysis)),
        "",
        "![Ratings](ratings.png)",
        "",
    ]
    if analysis.mixed:
        lines += [
            "## Mixed tables",
            "",
            "Own result minus the mean of the other agents' at tables of three or more different agents, "
            f"{unit} per {what}.",
            "",
            *_table(
                ["agent", "difference"],
                [[names[agent], _interval(found.mean, found.half_width)] for agent, found in sorted(analysis.mixed.items())],
            ),
            "",
        ]
    lines += [
        "## Agents",
        "",
        "Reference: the largest difference on a deal of the agent against itself; not 0 means that its choices depend on "
        "more than what it sees and the seed of the decision.",
        "",
        *_table(["agent", "player", "decisions", "µs per decision", "illegal", "reference"], _agent_rows(analysis)),
        "",
    ]
    return lines


def _pair_rows(analysis: Analysis) -> list[list[str]]:
    rows = []
    for pair in analysis.pairs:
        row = [
            _versus(analysis, pair.a, pair.b),
            f"{pair.deals:,}",
            _interval(pair.difference.mean, pair.difference.half_width),
            f"{_number(pair.bootstrap[0])} to {_number(pair.bootstrap[1])}",
            f"{100 * pair.deals_won:.1f} %",
        ]
        if pair.matches_won is not None:
            row.append(" : ".join(f"{100 * part:.1f} %" for part in pair.matches_won))
        rows.append([*row, pair.verdict])
    return rows


def _rating_rows(analysis: Analysis) -> list[list[str]]:
    rows = []
    for agent in np.argsort(-analysis.rating, kind="stable").tolist():
        name = analysis.results.agents[agent]
        low, high = analysis.rating_interval[agent]
        mu, sigma = analysis.online.rating(name)
        rows.append([name, f"{analysis.rating[agent]:.0f}", f"{low:.0f} to {high:.0f}", f"{mu:.2f} ± {sigma:.2f}"])
    return rows


def _agent_rows(analysis: Analysis) -> list[list[str]]:
    results = analysis.results
    rows = []
    for agent, told in enumerate(results.head["agents"]):
        timed = results.timed[agent]
        reference = analysis.reference.get(agent)
        rows.append(
            [
                told["name"],
                f"`{told['player'].replace('|', ' ')}`",
                f"{results.decisions[agent]:,}",
                f"{1e6 * results.seconds[agent] / timed:.2f}" if timed else "unknown",
                f"{results.illegal[agent]:,} ({100 * results.illegal[agent] / max(1, results.decisions[agent]):.3g} %)",
                "not played" if reference is None else _number(reference),
            ]
        )
    return rows


def _matrix_row(analysis: Analysis, row: int) -> list[str]:
    cells = []
    for column in range(len(analysis.matrix)):
        mean = analysis.matrix[row, column]
        cells.append("" if row == column or np.isnan(mean) else _interval(mean, analysis.half_widths[row, column]))
    return cells


def _versus(analysis: Analysis, a: int, b: int) -> str:
    return f"{analysis.results.agents[a]} – {analysis.results.agents[b]}"


def _number(value: float) -> str:
    return f"{value + 0.0:.2f}"


def _interval(mean: float, half_width: float) -> str:
    return f"{_number(mean)} ± {_number(half_width)}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]


def _plot_matrix(analysis: Analysis) -> Figure:
    names = analysis.results.agents
    size = 2.5 + 0.8 * len(names)
    figure = Figure(figsize=(size + 1, size))
    axes = figure.add_subplot()
    bound = float(np.nanmax(np.abs(analysis.matrix))) or 1.0
    image = axes.imshow(analysis.matrix, cmap="RdBu", vmin=-bound, vmax=bound)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    for row, column in np.argwhere(~np.isnan(analysis.matrix)).tolist():
        if row != column:
            mean = analysis.matrix[row, column]
            axes.text(column, row, f"{mean:.1f}", ha="center", va="center", color="w" if abs(mean) > 0.6 * bound else "k")
    figure.colorbar(image, label=f"row minus column, {METRIC_NAMES[analysis.results.head['metric']]}")
    return figure


def _plot_pairs(analysis: Analysis) -> Figure:
    figure = Figure(figsize=(8, 1.5 + 0.35 * len(analysis.pairs)))
    axes = figure.add_subplot()
    means = [pair.difference.mean for pair in analysis.pairs]
    widths = [np.nan_to_num(pair.difference.half_width) for pair in analysis.pairs]
    axes.errorbar(means, range(len(means)), xerr=widths, fmt="o", capsize=4)
    axes.axvline(0, color="0.6", linewidth=1)
    axes.set_yticks(range(len(means)), [_versus(analysis, pair.a, pair.b) for pair in analysis.pairs])
    axes.invert_yaxis()
    axes.set_xlabel(f"mean difference with 95 % interval, {METRIC_NAMES[analysis.results.head['metric']]}")
    return figure


def _plot_ratings(analysis: Analysis) -> Figure:
    order = np.argsort(-analysis.rating, kind="stable")
    figure = Figure(figsize=(8, 1.5 + 0.35 * len(order)))
    axes = figure.add_subplot()
    ratings = np.nan_to_num(analysis.rating[order])
    low, high = np.nan_to_num(analysis.rating_interval[order].T)
    errors = np.maximum(0, [ratings - low, high - ratings])
    axes.errorbar(ratings, range(len(order)), xerr=errors, fmt="o", capsize=4)
    axes.set_yticks(range(len(order)), [analysis.results.agents[agent] for agent in order.tolist()])
    axes.invert_yaxis()
    axes.set_xlabel("Bradley-Terry rating (Elo's units)")
    return figure
