'use strict';

const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function holder(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || 0;
  } catch {
    return undefined;
  }
}

/** Takes the lock, or returns the pid that holds it. The file appears complete (link), never empty. */
function take(file) {
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    fs.linkSync(mine, file);
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return holder(file);
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** A process that died leaves its lock; rename lets exactly one of those that wait clear it. */
function clear(file, deadPid) {
  const aside = `${file}.dead.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (holder(aside) !== deadPid) fs.linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** Only one start at a time may write the same folders; the others wait for it. */
async function withLock(file, onWait, body) {
  let waiting = false;
  for (;;) {
    const pid = take(file);
    if (pid === undefined && holder(file) === process.pid) break;
    if (pid !== undefined && (pid === process.pid || !isAlive(pid))) clear(file, pid);
    else {
      if (!waiting) onWait(pid);
      waiting = true;
      await sleep(200);
    }
  }
  try {
    return await body();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

module.exports = { withLock };
