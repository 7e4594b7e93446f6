'use strict';

const { spawn } = require('node:child_process');
const { enableCompileCache } = require('node:module');
const { pathToFileURL } = require('node:url');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a child to its end; a signal sent to this process alone reaches the child as well. */
function wait(child) {
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve({ code, signal });
    });
  });
}

/** Ends as the child ended: the same status, or by the same signal. */
function endAs({ code, signal }) {
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
}

/** Runs a program quietly and answers its status and all it printed. */
async function capture(file, args, options) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const result = await wait(child);
  if (signals.includes(result.signal)) endAs(result);
  return { code: result.code ?? 1, output };
}

/**
 * The channel lets the program notice when this process is killed: its 'disconnect' is its cue to stop. Sources that
 * are stripped and compiled once save half of the 0.4 s of computing that a short command takes.
 */
async function runWith(node, entry, args, compileCache) {
  const env = compileCache === undefined ? process.env : { NODE_COMPILE_CACHE: compileCache, ...process.env };
  endAs(await wait(spawn(node, [entry, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })));
}

/** This Node.js fits, so no second process is needed: 40 ms less for each command. */
async function runHere(entry, args, compileCache) {
  if (compileCache !== undefined) enableCompileCache(compileCache);
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

/** npm that is killed outright leaves what it ran behind. Its end is taken as a request to stop. */
function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 1000);
  timer.unref();
}

module.exports = { capture, runHere, runWith, stopWithParent };
