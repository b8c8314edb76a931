"""The picture of docs/frontier.md, drawn from its tables: a panel for each torus, startups to the right, blocks as a multiple of
their bound upwards (both logarithmic). Bounds are lines, schemes are marks, the frontier is a staircase."""

import math
import re

PANEL_W, PANEL_H, LEFT, TOP, GAP_X, GAP_Y, COLUMNS = 270, 200, 52, 34, 40, 62, 3
#          name in the key, how the tables' names of it begin, colour, form
FAMILIES = [
    ("paired", "paired", "#c2410c", "disc"),
    ("ring-direct, -product, -split", "ring-", "#0f766e", "open disc"),
    ("relayed", "relayed", "#be185d", "open square"),
    ("T4, C64", ("t4", "c64"), "#0b6fb8", "square"),
    ("T1, C1", ("t1", "c1"), "#0b6fb8", "open square"),
    ("T-.., DP-.. reconstructed (gather family)", ("dp-", "t-2d", "t-3d", "gathered"), "#15803d", "triangle"),
    ("all-port", "all-port", "#7e22ce", "diamond"),
    ("as printed, not run at that cost", ("DP-", "T-2D", "T-3D"), "#777777", "cross"),
]


def least_blocks(nodes, startups):
    """The fewest blocks of a complete exchange through one port in so many phases. A block is sent in j of them, and which
    phases these are says where it ends: at most C(startups, j) destinations of a source can have j."""
    left, blocks, j = nodes - 1, 0, 0
    while left > 0:
        j += 1
        if j > startups:
            return math.inf
        reached = min(left, math.comb(startups, j))
        left, blocks = left - reached, blocks + j * reached
    return blocks


def tables(page):
    """{"8 x 8": [(scheme, startups, blocks, standing)]}, in the order of the page."""
    result = {}
    rows = None
    for line in page.splitlines():
        if match := re.fullmatch(r"### (\d+(?: x \d+)+)", line):
            rows = result[match[1]] = []
        elif rows is not None and (match := re.fullmatch(r"\| (.+) \| (\d+) \| (\d+) \| [\d.]+ \| \d* \| (.*?) ?\|", line)):
            rows.append((match[1], int(match[2]), int(match[3]), match[4]))
    return result


def family_of(scheme):
    return next(family for family in FAMILIES if scheme.startswith(family[1]))


def mark(x, y, colour, form):
    style = f'stroke="{colour}" fill="{"white" if form.startswith("open") else colour}"'
    if form.endswith("disc"):
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" {style}/>'
    if form.endswith("square"):
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" {style}/>'
    if form == "triangle":
        return f'<path d="M{x:.1f} {y - 4.5:.1f}l4.5 8h-9z" {style}/>'
    if form == "diamond":
        return f'<path d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z" {style}/>'
    return f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" stroke="{colour}" stroke-width="1.5"/>'


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" stroke="none" fill="black" {more}>{words}</text>'


def begun(width, height):
    """The first lines of a picture."""
    return [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="12" stroke="black" fill="none">',
            f'<rect width="{width}" height="{height}" fill="white" stroke="none"/>']


class Axes:
    """A panel whose axes are logarithmic, from `first` to `last` and from `low` to `high`."""

    def __init__(self, left, top, first, last, low, high):
        self.left, self.top, self.right, self.bottom = left, top, left + PANEL_W, top + PANEL_H
        self.first, self.last, self.low, self.high = first, last, low, high

    def x(self, value):
        return self.left + PANEL_W * math.log(value / self.first) / math.log(self.last / self.first)

    def y(self, value):
        low = math.log(self.low)
        return self.top + PANEL_H * (1 - (math.log(value) - low) / (math.log(self.high) - low))

    def frame(self, name, up, right):
        """The title, lines at those values `up` that are inside, numbers at the values `right`."""
        out = [text((self.left + self.right) / 2, self.top - 10, name, more='font-weight="bold"')]
        for value in (value for value in up if value < self.high):
            out += [f'<path d="M{self.left} {self.y(value):.1f}H{self.right}" stroke="#e2e2e2"/>',
                    text(self.left - 6, self.y(value) + 4, f"{value}", "end")]
        for value in right:
            out += [f'<path d="M{self.x(value):.1f} {self.bottom}v4"/>', text(self.x(value), self.bottom + 17, f"{value}")]
        return out + [f'<rect x="{self.left}" y="{self.top}" width="{PANEL_W}" height="{PANEL_H}"/>']

    def stairs(self, points):
        steps = ""
        for right, up in points:
            steps += f"H{self.x(right):.1f}V{self.y(up):.1f}" if steps else f"M{self.x(right):.1f} {self.top}V{self.y(up):.1f}"
        return f'<path d="{steps}H{self.right}" stroke="#c2410c" stroke-width="1.4" opacity="0.6"/>'


class Panel(Axes):
    def __init__(self, nodes, rows, left, top):
        _, self.least, self.bound, _ = rows[0]
        self.nodes = nodes
        self.rows = rows[1:]
        super().__init__(left, top, 0.9 * min(startups for _, startups, _, _ in rows),
                         1.15 * max(startups for _, startups, _, _ in self.rows),
                         0.85, 1.25 * max(blocks / self.bound for _, _, blocks, _ in self.rows))

    def labelled(self):
        """Startups whose numbers have room beside each other."""
        free = -math.inf
        for startups in sorted(mantissa << power for mantissa in (4, 5, 6, 7) for power in range(20)):
            half = 4 + 3.5 * len(f"{startups}")
            if self.first <= startups <= self.last and self.x(startups) - half > free:
                free = self.x(startups) + half
                yield startups

    def draw(self, name):
        out = self.frame(name, (1, 1.5, 2, 3, 4, 6, 8, 12), self.labelled())
        bounds = f"M{self.x(self.least):.1f} {self.top}"
        startups = self.least
        while startups < self.last:
            ratio = max(1, least_blocks(self.nodes, startups) / self.bound)
            bounds += f"V{max(self.top, self.y(ratio)):.1f}H{self.x(startups + 1):.1f}"
            startups += 1
            if ratio == 1:
                break
        out.append(f'<path d="{bounds}H{self.right}" stroke="#b91c1c" stroke-dasharray="6 3"/>')
        out.append(self.stairs((startups, blocks / self.bound) for _, startups, blocks, standing in self.rows
                               if standing.startswith("frontier")))
        for scheme, startups, blocks, _ in reversed(self.rows):
            if blocks < 0.85 * self.bound:  # all ports where one port is the bound: below the panel
                continue
            # One mark for each family whose scheme comes to this point, side by side.
            families = list(dict.fromkeys(family_of(one) for one in scheme.split(" = ")))
            for i, (_, _, colour, form) in enumerate(families):
                shift = 7 * (i - (len(families) - 1) / 2)
                out.append(mark(self.x(startups) + shift, self.y(blocks / self.bound), colour, form))
        return out


def draw(page):
    found = tables(page)
    lines = -(-(len(found) + 1) // COLUMNS)
    width = LEFT + COLUMNS * (PANEL_W + GAP_X)
    height = TOP + lines * (PANEL_H + GAP_Y)
    out = begun(width, height)
    for i, (name, rows) in enumerate(found.items()):
        left, top = LEFT + i % COLUMNS * (PANEL_W + GAP_X), TOP + i // COLUMNS * (PANEL_H + GAP_Y)
        out += Panel(math.prod(map(int, name.split(" x "))), rows, left, top).draw(name)
        out.append(text(left + PANEL_W / 2, top + PANEL_H + 34, "startups"))
        if i % COLUMNS == 0:
            middle = top + PANEL_H / 2
            out.append(text(14, middle, "blocks / bound", more=f'transform="rotate(-90 14 {middle:.1f})"'))
    i = len(found)
    left, top = LEFT + i % COLUMNS * (PANEL_W + GAP_X), TOP + i // COLUMNS * (PANEL_H + GAP_Y) + 14
    for name, _, colour, form in FAMILIES:
        out += [mark(left + 12, top, colour, form), text(left + 34, top + 4, name, "start")]
        top += 22
    out += [f'<path d="M{left} {top}h24" stroke="#c2410c" stroke-width="1.4" opacity="0.6"/>',
            text(left + 34, top + 4, "frontier of what runs with one port", "start"),
            f'<path d="M{left} {top + 22}h24" stroke="#b91c1c" stroke-dasharray="6 3"/>',
            text(left + 34, top + 26, "lower bounds, one port", "start"), "</svg>"]
    return "\n".join(out) + "\n"
