'use strict';

// The one entry of `npm start`, `npm test` and `npm run debrief`. It needs only Node.js 18 and npm, and brings
// the Node.js and the packages Debrief itself runs on. Plain old syntax here, so that an older Node.js can read
// this far and say what is wrong.
var major = Number(process.versions.node.split('.')[0]);
if (major < 18) {
  console.error(
    'Debrief needs Node.js 18 or newer to start itself, and this is ' +
      process.versions.node +
      '. Install Node.js 24 from https://nodejs.org and try again.',
  );
  process.exit(1);
}
if (process.platform !== 'linux' && process.platform !== 'darwin') {
  console.error('Debrief runs on Linux and macOS. On Windows, run it in WSL.');
  process.exit(1);
}
require('./toolchain/bootstrap/main.cjs');
