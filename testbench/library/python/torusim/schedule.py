"""Schedules written in Python, as text in the format .tcs."""

from collections.abc import Iterable
from typing import NamedTuple


class Transfer(NamedTuple):
    """A message of a phase.

    `blocks` is a number of unnamed blocks (collective "messages"), or a list of (source, destination) pairs, each of which
    names a block. `op` is "add" or "store" in reductions. `route` is text such as "+x2-y1"; without it the message takes
    the shortest path in dimension order.
    """

    source: int
    destination: int
    blocks: int | list[tuple[int, int]] = 1
    route: str = ""
    message_class: int = 0
    op: str = ""

    def text(self) -> str:
        """The transfer as a line of the format .tcs."""
        words = [f"{self.source} > {self.destination}"]
        if isinstance(self.blocks, int):
            words.append(f"n={self.blocks}")
        else:
            words += [f"b={a}:{b}" for a, b in self.blocks] or ["b=none"]
        if self.op:
            words.append(f"op={self.op}")
        if self.route:
            words.append(f"r={self.route}")
        if self.message_class:
            words.append(f"c={self.message_class}")
        return " ".join(words)


def schedule_text(topology: str, phases: Iterable[Iterable[Transfer]], *, collective: str = "messages", name: str = "python",
                  ports: int | str = 1, block: int = 1, sync: str = "barrier", claims: str = "") -> str:
    """The text of a schedule; `phases` may be a generator, and so may each phase.

    >>> def shifts(nodes):
    ...     for shift in range(1, nodes):
    ...         yield [Transfer(node, (node + shift) % nodes, [(node, (node + shift) % nodes)]) for node in range(nodes)]
    >>> import torusim
    >>> text = schedule_text("ring:6", shifts(6), collective="complete-exchange")
    >>> torusim.run(schedule=text, block=8).verdict
    'verified'
    """
    lines = ["tcs 1", f"name {name}", "topology " + topology.replace(":", " ", 1), f"collective {collective}",
             f"ports {ports}", "switching wormhole", f"block {block}", f"sync {sync}"]
    if claims:
        lines.append(f"claims {claims}")
    transfers = 0
    for number, phase in enumerate(phases, 1):
        lines.append(f"phase {number}")
        for transfer in phase:
            lines.append(transfer.text())
            transfers += 1
    return "\n".join([*lines, f"end {transfers}", ""])
