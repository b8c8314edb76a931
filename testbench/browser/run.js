// The program of the page in node, for tests: node run.js SITE ARGUMENT..
"use strict";
const path = require("path");
const [site, ...words] = process.argv.slice(2);
const Torusim = require(path.resolve(site, "torusim.js"));
Torusim({ noInitialRun: true, print: (text) => process.stdout.write(`${text}\n`), printErr: (text) => process.stderr.write(`${text}\n`),
          onExit: (code) => (process.exitCode = code) })
  .then((program) => {
    program.FS.ignorePermissions = true;
    const code = program.callMain(words);
    if (code) process.exitCode = code;
  })
  .catch((error) => {
    process.exitCode = error.name === "ExitStatus" ? error.status : 70;
    if (error.name !== "ExitStatus") process.stderr.write(`the program ended: ${error.message || error}\n`);
  });
