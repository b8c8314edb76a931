"""Plots as SVG. They need no other package; a notebook shows them."""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 16, 34, 48
_INK, _GRID = "#333333", "#dddddd"
_COLOURS = ("#1f5fa8", "#c8501e", "#3a8c3f", "#7a4fa3", "#8a6d1f", "#555555")
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
# Dots beyond this number cannot be told from each other.
MOST_DOTS = 20000


class Plot:
    """A picture: `svg` is its text, `save()` writes it, and a notebook draws it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Writes an .svg file."""
        Path(path).write_text(self.svg, encoding="utf-8")


class _Picture:
    def __init__(self, width: float, height: float) -> None:
        self._lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
                       f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="12">',
                       f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>']

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = _INK, dashes: str = "") -> None:
        self.path([(x1, y1), (x2, y2)], colour, dashes)

    def path(self, places: Iterable[tuple[float, float]], colour: str, dashes: str = "") -> None:
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        self._lines.append(f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-dasharray="{dashes or "none"}"/>')

    def dot(self, x: float, y: float, radius: float, colour: str, title: str = "") -> None:
        inside = f"><title>{escape(title)}</title></circle>" if title else "/>"
        self._lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"{inside}')

    def box(self, x: float, y: float, width: float, height: float, colour: str, title: str) -> None:
        self._lines.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}">'
                           f"<title>{escape(title)}</title></rect>")

    def text(self, x: float, y: float, text: str, anchor: str = "middle", turned: bool = False) -> None:
        turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
        self._lines.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{_INK}"{turn}>{escape(text)}</text>')

    def plot(self) -> Plot:
        return Plot("\n".join([*self._lines, "</svg>", ""]))


def _ticks(low: float, high: float) -> list[float]:
    """Four to ten round values for an axis, from below `low` to above `high`."""
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * factor for factor in (5, 2, 1) if power * factor * 4 <= span)
    return [step * i for i in range(math.floor(low / step), math.ceil(high / step) + 1)]


class _Frame:
    """Axes, which map values to positions."""

    def __init__(self, title: str, x_label: str, y_label: str, xs: list[float], ys: list[float]) -> None:
        self.picture = _Picture(_WIDTH, _HEIGHT)
        x_ticks, y_ticks = _ticks(min(xs), max(xs)), _ticks(min(0, *ys), max(ys))
        self._x = x_ticks[0], (_WIDTH - _LEFT - _RIGHT) / (x_ticks[-1] - x_ticks[0] or 1)
        self._y = y_ticks[0], (_HEIGHT - _TOP - _BOTTOM) / (y_ticks[-1] - y_ticks[0] or 1)
        bottom = _HEIGHT - _BOTTOM
        for value in x_ticks:
            x = self.place(value, 0)[0]
            self.picture.line(x, _TOP, x, bottom, _GRID)
            self.picture.text(x, bottom + 16, f"{value:.10g}")
        for value in y_ticks:
            y = self.place(0, value)[1]
            self.picture.line(_LEFT, y, _WIDTH - _RIGHT, y, _GRID)
            self.picture.text(_LEFT - 6, y + 4, f"{value:.10g}", "end")
        self.picture.line(_LEFT, bottom, _WIDTH - _RIGHT, bottom)
        self.picture.line(_LEFT, _TOP, _LEFT, bottom)
        self.picture.text((_LEFT + _WIDTH - _RIGHT) / 2, 20, title)
        self.picture.text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, x_label)
        self.picture.text(16, (_TOP + bottom) / 2, y_label, turned=True)

    def place(self, x: float, y: float) -> tuple[float, float]:
        return (_LEFT + (x - self._x[0]) * self._x[1], _HEIGHT - _BOTTOM - (y - self._y[0]) * self._y[1])


def plot_lines(series: Mapping[str, Iterable[tuple[float, float]]], *, title: str = "", x_label: str = "",
               y_label: str = "") -> Plot:
    """A curve for each name, through its (x, y): cycles over the block of several runs, latency over load.

    >>> plot_lines({"torus": [(1, 26), (2, 29)], "mesh": [(1, 40), (2, 44)]}, x_label="block", y_label="cycles").svg[:4]
    '<svg'
    """
    curves = {name: sorted((float(x), float(y)) for x, y in points) for name, points in series.items()}
    points = [point for curve in curves.values() for point in curve]
    if not points:
        raise ValueError("plot_lines: there is no point")
    frame = _Frame(title, x_label, y_label, [x for x, _ in points], [y for _, y in points])
    for number, (name, curve) in enumerate(curves.items()):
        colour, dashes = _COLOURS[number % len(_COLOURS)], _DASHES[number % len(_DASHES)]
        frame.picture.path([frame.place(*point) for point in curve], colour, dashes)
        for x, y in curve:
            frame.picture.dot(*frame.place(x, y), 2.5, colour, f"{name}: {x:.10g}, {y:.10g}")
        y = _TOP + 14 + 16 * number
        frame.picture.line(_LEFT + 10, y - 4, _LEFT + 38, y - 4, colour, dashes)
        frame.picture.text(_LEFT + 44, y, name, "start")
    return frame.picture.plot()


def dots(points: Iterable[tuple[float, float, int]], *, title: str, x_label: str, y_label: str) -> Plot:
    """A dot for each (x, y, group), in the colour of its group."""
    places = list(points)
    if not places:
        raise ValueError("there is no message to plot")
    step = -(-len(places) // MOST_DOTS)
    if step > 1:
        title += f" (one message of {step})"
    frame = _Frame(title, x_label, y_label, [x for x, _, _ in places], [y for _, y, _ in places])
    for x, y, group in places[::step]:
        frame.picture.dot(*frame.place(x, y), 1.5, _COLOURS[group % len(_COLOURS)])
    return frame.picture.plot()


def panels(loads: Mapping[str, Mapping[int, float]], nodes: int, width: int, *, title: str, unit: str) -> Plot:
    """A panel for each name, with a square for each node, in rows of `width` nodes; a darker square has a larger value."""
    most = max((value for panel in loads.values() for value in panel.values()), default=0) or 1
    side = max(3.0, min(24.0, 240 / width))
    across, high = width * side, -(-nodes // width) * side
    in_a_row = max(1, int(960 // (across + 24)))
    rows = -(-len(loads) // in_a_row)
    picture = _Picture(max(24 + min(in_a_row, len(loads)) * (across + 24), 280), 44 + rows * (high + 40))
    picture.text(24, 22, f"{title}; black: {most:.10g} {unit}", "start")
    for number, (name, panel) in enumerate(loads.items()):
        left, top = 24 + number % in_a_row * (across + 24), 60 + number // in_a_row * (high + 40)
        picture.text(left, top - 6, name, "start")
        for node, value in panel.items():
            grey = 235 - round(235 * value / most)
            picture.box(left + node % width * side, top + node // width * side, side - 1, side - 1,
                        f"#{grey:02x}{grey:02x}{grey:02x}", f"node {node}, {name}: {value:.10g} {unit}")
    return picture.plot()


def row_width(topology: str, nodes: int) -> int:
    """Nodes along the last dimension of `torus:4x8`; about the square root if the text does not name it."""
    last: Any = topology.rpartition(":")[2].rpartition("x")[2]
    width = int(last) if last.isdigit() else 0
    if width < 2 or nodes % width != 0 or width == nodes > 64:
        width = max(1, round(nodes**0.5))
    return width
