#!/usr/bin/env python3
"""Headless Chromium for tests of pages: one browser that opens one page after the other, from files and without a network.

Reads lines "SCHEME SELECTOR PAGE" from the standard input: opens PAGE in the colour scheme light or dark, and waits for an
element that SELECTOR finds or for a script's complaint. Then it writes the document into dom.html, what scripts said into
log.txt, and a line to the standard output. It talks to the browser by the DevTools protocol, through pipes."""
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time

# Before this a page is ready on any machine; it ends what hangs.
LIMIT = 600


class Browser:
    def __init__(self, profile):
        read, self.write = os.pipe()
        self.read, write = os.pipe()

        def pipes():  # which Chromium expects as 3 and 4
            high = [os.dup(read), os.dup(write)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1280,1000",
             "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=pipes, pass_fds=(3, 4), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.rest = b""
        self.numbers = itertools.count(1)
        self.session = None
        self.loaded = False
        self.said = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.read, 1 << 20)
            if not more:
                sys.exit("chromium gave up")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == number:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']['message']}")
                return message["result"]
            self.event(message.get("method"), message.get("params"))

    def event(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(argument.get("value", argument.get("description"))) for argument in parameters["args"]))
        elif method == "Log.entryAdded":
            self.said.append(parameters["entry"]["text"])

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def document(self, scheme, selector, page):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.loaded, self.said = False, []
        self.call("Page.navigate", url=f"file://{page}")
        end = time.monotonic() + LIMIT
        found = f"document.querySelector({json.dumps(selector)}) !== null"
        while time.monotonic() < end:
            is_there = self.value(found)  # with the answer comes what has been said meanwhile
            if self.loaded and (is_there or self.said):
                break
            time.sleep(0.02)
        return self.value("document.documentElement.outerHTML")


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            for line in sys.stdin:
                scheme, selector, page = line.rstrip("\n").split(" ", 2)
                document = browser.document(scheme, selector, page)
                with open("dom.html", "w", encoding="utf-8") as file:
                    file.write(document + "\n")
                with open("log.txt", "w", encoding="utf-8") as file:
                    file.writelines(f"{said}\n" for said in browser.said)
                print("done", flush=True)
        finally:
            browser.process.kill()
            browser.process.wait()


main()
