// A page that is opened as a file may start no worker. Its search then runs in an empty frame of the page, which has the
// functions of a worker.
if (location.protocol === "file:") {
  document.write(`<script src="${siteSearchIndex}"></script>`);
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.document.open();
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
      this.loaded = new Promise((resolve) => (this.inside.workerIsLoaded = resolve));
      this.inside.document.write(`<script src="${url}" onload="workerIsLoaded()"></script>`);
      this.inside.document.close();
    }
    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", {data})));
    }
  };
}
