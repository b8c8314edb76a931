"""Long calls of the library that ctrl-C ends."""

import threading
from collections.abc import Callable
from typing import Any


class Interruption:
    """Runs a call in a thread of its own while the caller's waits, where Python raises KeyboardInterrupt.

    In a callback it could come before any line that catches it, and be lost. The call asks `wanted` in its callbacks.
    """

    def __init__(self) -> None:
        self.wanted = False

    def during(self, function: Callable[[], Any]) -> Any:
        result: list[Any] = []
        raised: list[BaseException] = []

        def work() -> None:
            try:
                result.append(function())
            except BaseException as exception:  # pylint: disable=broad-except
                raised.append(exception)
            finally:
                finished.set()

        # Not join(), which takes a thread for finished when it is interrupted.
        finished = threading.Event()
        threading.Thread(target=work, name="torusim").start()
        interrupt: BaseException | None = None
        while not finished.is_set():
            try:
                finished.wait()
            except KeyboardInterrupt as exception:
                self.wanted, interrupt = True, exception
        if interrupt is not None:
            raise interrupt
        if raised:
            raise raised[0]
        return result[0]
