// The page: a command line whose program is in a worker, the lines that it prints, and the files that it writes.
"use strict";
const element = (id) => document.getElementById(id);
const command = element("command"), output = element("output"), shown = element("shown"), list = element("files");
let worker, files = new Map(), running = false;

/// Words of a command line: blanks separate, quotes join.
function words(text) {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

function print(text, kind) {
  const line = document.createElement("span");
  line.className = kind;
  line.textContent = `${text}\n`;
  output.append(line);
  output.scrollTop = output.scrollHeight;
}

function state(now) {
  running = now;
  element("run").disabled = now;
  element("stop").disabled = !now;
}

function begin() {
  worker = new Worker("worker.js");
  for (const [file, content] of files) worker.postMessage({ file, content });
  worker.onmessage = ({ data }) => {
    if (data.line !== undefined) print(data.line, data.error ? "error" : "");
    if (data.files) show(data.files);
    if (data.code === undefined) return;
    if (data.code !== 0) print(`exit code ${data.code}`, "note");
    state(false);
  };
  worker.onerror = (event) => {
    print(`the program does not start: ${event.message || "torusim.js is missing"}`, "error");
    state(false);
  };
}

function run(text) {
  if (running || !text.trim()) return;
  command.value = text;
  history.replaceState(null, "", `#${encodeURIComponent(text)}`);
  output.textContent = "";
  shown.replaceChildren();
  print(`torusim ${text}`, "note");
  state(true);
  worker.postMessage({ words: words(text) });
}

const kinds = { html: "text/html", svg: "image/svg+xml", json: "application/json" };
const kind = (path) => kinds[path.split(".").pop()] || "text/plain";

/// A page of results stands in a frame that may run its own scripts and reach nothing of this page.
function look(path, address) {
  const frame = document.createElement(kind(path) === "image/svg+xml" ? "img" : "iframe");
  frame.title = path;
  if (frame.tagName === "IFRAME") frame.setAttribute("sandbox", "allow-scripts");
  frame.src = address;
  shown.replaceChildren(frame);
}

function show(given) {
  files = given;
  for (const link of list.querySelectorAll("a")) URL.revokeObjectURL(link.href);
  list.replaceChildren();
  for (const [path, content] of [...files].sort()) {
    const row = document.createElement("li"), link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type: kind(path) }));
    link.download = path.split("/").pop();
    link.textContent = `${path} (${content.length} bytes)`;
    row.append(link);
    if (/\.(html|svg)$/.test(path)) {
      const button = document.createElement("button");
      button.textContent = "show";
      button.onclick = () => look(path, link.href);
      row.append(" ", button);
    }
    list.append(row);
  }
  const page = [...files.keys()].find((path) => path.endsWith(".html"));
  if (page && !shown.firstChild) list.querySelectorAll("button")[[...files.keys()].filter((path) => /\.(html|svg)$/.test(path)).sort().indexOf(page)].click();
}

element("form").onsubmit = (event) => {
  event.preventDefault();
  run(command.value);
};
element("stop").onclick = () => {
  worker.terminate();
  print("stopped; the files of this command are lost", "note");
  state(false);
  begin();
};
for (const button of document.querySelectorAll("[data-command]")) button.onclick = () => run(button.dataset.command);
const take = async (given) => {
  for (const file of given) worker.postMessage({ file: file.name, content: new Uint8Array(await file.arrayBuffer()) });
};
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => { event.preventDefault(); take(event.dataTransfer.files); };
element("upload").onchange = (event) => take(event.target.files);
begin();
if (location.hash.length > 1) command.value = decodeURIComponent(location.hash.slice(1));
