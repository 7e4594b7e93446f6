'use strict';

const path = require('node:path');
const { makeBundle } = require('./make-bundle.cjs');

/** A package, and the folder whose code imports it. Run by the Node.js that will load them, after each install. */
const bundled = [
  ['packages/database', ['kysely']],
  ['packages/database', ['graphile-worker']],
  [
    'packages/contracts',
    ['@sinclair/typebox', ...['compiler', 'errors', 'value'].map((part) => `@sinclair/typebox/${part}`)],
  ],
  ['packages/messaging', ['nats']],
  ['packages/service-kit', ['prom-client']],
  ['apps/gateway', ['fastify']],
  ['apps/transcription', ['undici']],
];

async function main() {
  const root = path.resolve(__dirname, '../..');
  for (const [owner, specifiers] of bundled) await makeBundle(root, owner, specifiers);
}

main();
