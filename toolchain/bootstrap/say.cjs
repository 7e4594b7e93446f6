'use strict';

/** A failure whose message is for the person at the terminal; its stack is not shown. */
class Failure extends Error {}

/** Notes go to stderr, so that a command's own output on stdout stays clean for pipes. */
function say(line) {
  process.stderr.write(`${line}\n`);
}

const networkFaults =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|META_FETCH_FAIL|dns error|error sending request|tcp connect/i;

/** Explains the output of a failed npm or pnpm to the person at the terminal. */
function explain(what, output) {
  const lines = output.trim().split('\n');
  const tail = lines
    .filter((line) => !line.startsWith('npm notice'))
    .slice(-12)
    .join('\n');
  if (/ENOSPC|EDQUOT|no space\s+left/i.test(output)) {
    return new Failure(
      `${what} failed: the disk is full. Debrief needs about 1 GB; free some space and try again.`,
    );
  }
  if (networkFaults.test(output)) {
    return new Failure(
      `${what} failed: the package registry cannot be reached. Check the network and npm's registry and proxy settings, then try again. Once installed, Debrief starts without a network.\n\n${tail}`,
    );
  }
  if (/EACCES|EROFS|EPERM|permission\s+denied|read-only file/i.test(output)) {
    return new Failure(
      `${what} failed: a folder is not writable. Check its permissions, then try again.\n\n${tail}`,
    );
  }
  return new Failure(`${what} failed:\n\n${tail}`);
}

function fail(error) {
  const isFileFault = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS'].includes(error.code);
  const failure = isFileFault ? explain('Starting Debrief', error.message) : error;
  say(failure instanceof Failure ? failure.message : failure.stack);
  process.exit(1);
}

module.exports = { Failure, explain, fail, say };
