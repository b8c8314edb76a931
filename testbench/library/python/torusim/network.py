"""A network that takes messages at any time."""

import ctypes
import enum
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _library
from ._interruption import Interruption
from ._library import InputError, call

FOREVER = 2**63 - 1  #: The cycle after all others, for `Network.advance()` and `Network.next_event`.
# Calls of at most this number of cycles run in the caller's thread, and ctrl-C waits for their end.
_SHORT = 4096


class Advanced(enum.IntEnum):
    """The result of `Network.advance()`."""

    REACHED = 0  #: the cycle `until` is reached
    DELIVERED = 1  #: a cycle with a delivery has ended (with `stop_at_delivery`)
    IDLE = 2  #: no message is under way
    DEADLOCK = 3  #: the messages under way can never move again
    INTERRUPTED = 4  #: `stop()` has ended the call


class Event(NamedTuple):
    """The delivery of a message, or its departure from the source. Times in cycles."""

    id: int
    cycle: int  #: cycle in which the destination took the tail, or the tail left the source
    injected: int  #: cycle in which the head was on the injection channel
    flits: int
    source: int
    destination: int
    message_class: int
    tag: int
    user: Any = None  #: the object that `send()` was given

    @property
    def latency(self) -> int:
        """Cycles from the head on the injection channel to the tail."""
        return self.cycle - self.injected


class Network:
    """A network of routers; `options` are those of `torusim traffic` about hardware, units, failures and routing, with _ for -.

    >>> network = Network("torus:4x4", link_delay=2)
    >>> network.send(0, 5, flits=17)
    0
    >>> network.run()
    <Advanced.IDLE: 2>
    >>> [(event.id, event.cycle) for event in network.deliveries()]
    [(0, 26)]

    Raises UsageError and InputError. A network is for one thread at a time.
    """

    def __init__(self, topology: str, **options: Any) -> None:
        self._own = None
        text = _library.options_text(topology, options).encode()
        self._interruption = Interruption()
        self._interruption.during(lambda: setattr(self, "_own", call("create", text)))  # may compile a router
        self._raised: BaseException | None = None
        self._users: dict[int, Any] = {}  # objects of messages that have one, by number
        self._listeners: dict[str, Callable[[Event], Any] | None] = {}
        # Functions for the library, which live as long as the network: one may run while it is replaced.
        self._functions: dict[str, Any] = {"on_pause": _library.Pause(lambda _: int(self._interruption.wanted))}
        call("on_pause", self._own, self._functions["on_pause"], None)

    def close(self) -> None:
        """Frees the network, as `with Network(..) as network` does at its end. Every later call raises InputError; so does
        `close()` in a listener."""
        call("destroy", self._own)
        if _library.is_alive(self._own):
            raise InputError("a listener cannot close its network")

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if self._own is not None:
            call("destroy", self._own)

    def __reduce__(self) -> Any:
        raise TypeError("a torusim.Network cannot be copied or pickled: it is a simulation under way")

    def __repr__(self) -> str:
        return f"<torusim.Network of {self.nodes} nodes: cycle {self.now}, {self.in_flight} messages under way>"

    @property
    def nodes(self) -> int:
        return call("nodes", self._own)

    @property
    def classes(self) -> int:
        """Priority levels."""
        return call("classes", self._own)

    @property
    def alpha(self) -> int:
        """Injection channels, and ejection channels, of a node."""
        return call("alpha", self._own)

    @property
    def lanes(self) -> int:
        """Virtual channels of a class."""
        return call("lanes", self._own)

    @property
    def link_delay(self) -> int:
        """Cycles of the longest link between routers."""
        return call("link_delay", self._own)

    @property
    def now(self) -> int:
        """The first cycle that is not simulated yet; inside a listener the cycle that is being simulated."""
        return call("now", self._own)

    @property
    def next_event(self) -> int:
        """The next cycle in which an event can happen if no message is sent; FOREVER: none."""
        return call("next_event", self._own)

    @property
    def in_flight(self) -> int:
        """Messages that were sent and not delivered yet."""
        return call("in_flight", self._own)

    @property
    def flit_hops(self) -> int:
        """Flits times channels between routers, of delivered messages."""
        return call("flit_hops", self._own)

    def send(self, source: int, destination: int, flits: int = 1, *, earliest: int = 0, message_class: int = 0,
             tag: int = 0, route: str | None = None, injection_channel: int = -1, ejection_channel: int = -1,
             user: Any = None) -> int:
        """Sends a message of `flits` flits, head included; returns its number.

        The head enters the network in cycle `earliest`, at most 10^18, or later. `route` is text such as "+x2-y1";
        without it the message takes the shortest path in dimension order, that of `routing` and `lane_choice`, or one
        round failures with its class added. The events of the message have the object
        `user`. Raises InputError, and WouldBlock at a node with `max_waiting` messages.
        """
        fields = (source, destination, flits, earliest, message_class, tag, injection_channel, ejection_channel,
                  None if route is None else _library.encoded("route", route))
        for (_, kind), value in zip(_library.Message._fields_[1:], fields):
            _library.check(kind, value)
        message = _library.Message(ctypes.sizeof(_library.Message), *fields, 0)
        number = call("send", self._own, ctypes.byref(message))
        if user is not None:
            self._users[number] = user
        return number

    def _event(self, event: _library.Event) -> Event:
        values: dict[str, Any] = {name: getattr(event, name) for name in Event._fields}
        values["user"] = self._users.get(event.id)
        return Event(**values)

    def waiting(self, node: int) -> int:
        """Messages that wait at the node for their cycle or an injection channel."""
        return call("waiting", self._own, node)

    def set_max_waiting(self, messages: int) -> None:
        """Limits the messages that wait at a node; 0: any number."""
        call("set_max_waiting", self._own, messages)

    def on_delivered(self, listener: Callable[[Event], Any] | None) -> None:
        """Calls `listener` in the cycle in which a tail is taken, in the order of nodes and numbers. The listener may
        send, also for that cycle. `advance()` raises the exceptions of the listener."""
        self._listen("on_delivered", listener)

    def on_left(self, listener: Callable[[Event], Any] | None) -> None:
        """Calls `listener` in the cycle after a tail has left its source."""
        self._listen("on_left", listener)

    def _listen(self, which: str, listener: Callable[[Event], Any] | None) -> None:
        def guarded(_: Any, event: Any) -> None:
            try:
                self._listeners[which](self._event(event.contents))  # type: ignore[misc]
            except BaseException as raised:  # pylint: disable=broad-except
                self._raised = self._raised or raised
                self.stop()

        if listener is not None and not callable(listener):
            raise TypeError(f"a listener is a function, not {listener!r}")
        self._listeners[which] = listener
        own = self._functions.setdefault(which, _library.Listener(guarded))
        call(which, self._own, own if listener is not None else ctypes.cast(0, _library.Listener), None)

    def advance(self, until: int, stop_at_delivery: bool = False) -> Advanced:
        """Simulates all cycles before `until`, which is then `now`; with `stop_at_delivery`, ends after a cycle with a
        delivery. Idle cycles cost nothing. A long call and its listeners run in a separate thread; ctrl-C ends the call
        after whole cycles. Raises InputError when a flit arrives wrong, and the exception of a listener after its
        cycle."""
        until, stop = operator.index(until), int(bool(stop_at_delivery))
        before = [event.id for event in self.deliveries()] if self._users else []
        if until - max(self.now, min(self.next_event, until)) <= _SHORT:
            outcome = call("advance", self._own, until, stop)
        else:
            self._interruption = Interruption()
            outcome = self._interruption.during(lambda: call("advance", self._own, until, stop))
        for number in before:  # their events are gone
            self._users.pop(number, None)
        if self._raised is not None:
            raised, self._raised = self._raised, None
            raise raised
        return Advanced(outcome)

    def stop(self) -> None:
        """Called by a listener: ends `advance()` after this cycle, with INTERRUPTED."""
        call("stop", self._own)

    def run(self) -> Advanced:
        """Advances until no message is under way, or none can move."""
        return self.advance(FOREVER)

    def deliveries(self) -> list[Event]:
        """The deliveries of the latest `advance()`, in the order of cycles, nodes and numbers."""
        call("now", self._own)  # for its error: a count has none
        count = call("deliveries", self._own, None, 0)
        events = (_library.Event * count)()
        call("deliveries", self._own, events, count)
        return [self._event(event) for event in events]

    def explain_deadlock(self) -> list[str]:
        """After DEADLOCK: one sentence for each message that waits for another."""
        return call("explain_deadlock", self._own).decode().splitlines()

    def finish(self) -> int:
        """Ends the network and returns the hash of every ejection, as `torusim run` prints it."""
        call("finish", self._own)
        return call("hash", self._own)
