"""Commands of the program that answer in numbers: plain dicts and lists, which can be copied and pickled.

Options are those of the command, with _ for -. Ctrl-C interrupts a command. All functions raise UsageError and InputError.
"""

import html
import json
import warnings
from collections.abc import Iterable
from typing import Any

from . import _library
from ._interruption import Interruption
from .plot import Plot, plot_lines


def _cell(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)
    return f"<td>{html.escape(text)}</td>"


def _table(rows: Iterable[dict[str, Any]]) -> str:
    """Rows with the same keys as HTML."""
    rows = list(rows)
    heads = "".join(f"<th>{html.escape(name)}</th>" for name in (rows[0] if rows else ()))
    return f"<table><tr>{heads}</tr>" + "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in rows) + "</table>"


class Answer(dict[str, Any]):
    """The answer of a command: the keys that the command prints with --json (docs/columns.md)."""

    def _repr_html_(self) -> str:
        if "text" in self:
            return f"<pre>{html.escape(self['text'])}</pre>"
        return _table({"": name, "value": value} for name, value in self.items() if not isinstance(value, (dict, list)))


class Comparison(list[dict[str, Any]]):
    """A row for each algorithm and size, the quickest first; its keys are the columns of compare.csv."""

    def _repr_html_(self) -> str:
        return _table({name: value for name, value in row.items() if name not in ("command", "left_out")}
                      for row in self if row["cycles"] is not None)


class Curve(Answer):
    """A curve, or one for each setting: `points` has a dict for each row of curve.csv, `curves` the saturation of each setting."""

    def _repr_html_(self) -> str:
        points = self.get("points", [])
        known = any(point["latency_mean"] is not None for point in points)
        return (_table(points) if points else super()._repr_html_()) + (self.plot().svg if known else "")

    def plot(self, y: str = "latency_mean") -> Plot:
        """A line for each setting: `y`, a column of curve.csv, over the load or the outstanding requests, where it is known."""
        points = self["points"]
        x = "load" if "load" in points[0] else "outstanding"
        swept = list(points[0])[:list(points[0]).index(x)]
        series: dict[str, list[tuple[float, float]]] = {}
        for point in points:
            if point[y] is None:  # no packet arrived
                continue
            series.setdefault(", ".join(str(point[name]) for name in swept), []).append((point[x], point[y]))
        return plot_lines(series, title=self["title"], x_label=x, y_label=y)


def _ask(command: str, what: str, topology: str, options: dict[str, Any]) -> Any:
    words = [command, _library.one_word(command, what), _library.options_text(topology, options)]
    interruption = Interruption()
    pause = _library.Pause(lambda _: int(interruption.wanted))
    answer = interruption.during(lambda: json.loads(_library.call("command", " ".join(words).encode(), pause, None)))
    for warning in answer.pop("warnings", []) if isinstance(answer, dict) else []:
        warnings.warn(warning, stacklevel=3)
    return answer


def info(algorithm: str, topology: str = "", **options: Any) -> Answer:
    """Phases, cost, lower bounds and predicted time of a schedule, without simulation, as `torusim info`.

    >>> info("t4", "torus:8x8", block=16)["predicted"]["cycles"]
    3116
    """
    return Answer(_ask("info", algorithm, topology, options))


def compare(collective: str, topology: str, *, size: str | int, **options: Any) -> Comparison:
    """All algorithms of a collective on a network, as `torusim compare`. A value is None where it is unknown.

    >>> rows = compare("all-reduce", "torus:4x4", size="1MB", link="50GB/s")
    >>> rows[0]["algorithm"], rows[0]["known"]
    ('swing', 'predicted')
    """
    return Comparison(_ask("compare", collective, topology, {"size": size, **options}))


def traffic(pattern: str, topology: str, **options: Any) -> Answer:
    """Throughput and latency of a pattern or a file of traffic at one load, as `torusim traffic`.

    >>> traffic("uniform", "torus:8x8", load=0.1, window=2000)["verdict"]
    'steady'
    """
    return Answer(_ask("traffic", pattern, topology, options))


def curve(pattern: str | list[str], topology: str, **options: Any) -> Curve:
    """Latency over load up to saturation, as `torusim curve`. Lists of values give a curve for each setting.

    >>> both = curve(["uniform", "tornado"], "torus:4x4", routing=["dimension-order", "valiant"], points=2, window=600)
    >>> len(both["curves"]), len(both["points"])
    (4, 8)
    """
    return Curve(_ask("curve", _library.option_value("pattern", pattern), topology, options))


def explain(run: str, topology: str = "", **options: Any) -> Answer:
    """Where the time of a run went, as `torusim explain`: `run` is a result directory, or the algorithm of a run with these
    options. `steps`, `places`, `worms` and `chain` are lists, `text` is what the command prints.

    >>> explain("direct", "torus:4x4", sync="none")["blocked"]
    5
    """
    return Answer(_ask("explain", run, topology, options))
