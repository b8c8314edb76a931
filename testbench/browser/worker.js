// Runs commands of torusim, one at a time, each in a program of its own. Files stay between commands: `files` is what is in
// their directory, by path.
"use strict";
importScripts("torusim.js");

const DIRECTORY = "/files";
const files = new Map();

function each(FS, directory, visit) {
  for (const name of FS.readdir(directory)) {
    if (name === "." || name === "..") continue;
    const path = `${directory}/${name}`;
    if (FS.isDir(FS.lstat(path).mode)) each(FS, path, visit);
    else visit(path.slice(DIRECTORY.length + 1), FS.readFile(path));
  }
}

function put(FS, path, content) {
  const parts = path.split("/");
  for (let i = 1; i < parts.length; ++i) {
    const directory = `${DIRECTORY}/${parts.slice(0, i).join("/")}`;
    if (!FS.analyzePath(directory).exists) FS.mkdir(directory);
  }
  FS.writeFile(`${DIRECTORY}/${path}`, content);
}

/// The exit code of a command; its lines are posted as they come.
async function run(words) {
  const say = (error) => (text) => postMessage({ line: text, error });
  let code = 0;
  const program = await Torusim({ noInitialRun: true, print: say(false), printErr: say(true), onExit: (given) => (code = given) });
  program.FS.ignorePermissions = true;  // umask() has no meaning here
  program.FS.mkdir(DIRECTORY);
  for (const [path, content] of files) put(program.FS, path, content);
  program.FS.chdir(DIRECTORY);
  try {
    const returned = program.callMain(words);
    if (returned) code = returned;
  } catch (error) {
    if (error.name !== "ExitStatus") throw error;
    code = error.status;
  }
  files.clear();
  each(program.FS, DIRECTORY, (path, content) => files.set(path, content));
  return code;
}

onmessage = async ({ data }) => {
  if (data.file) {
    files.set(data.file, data.content);
    postMessage({ files });
    return;
  }
  try {
    postMessage({ code: await run(data.words), files });
  } catch (error) {
    postMessage({ line: `the program ended: ${error.message || error}`, error: true });
    postMessage({ code: 1, files });
  }
};
