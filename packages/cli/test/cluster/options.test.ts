import path from 'node:path';
import t from 'tap';
import { readClusterOptions } from '../../src/cluster/options.ts';
import { tableOf } from '../../src/cluster/table.ts';

t.test('without arguments: free ports, .debrief-cluster, until it is stopped', async (t) => {
  t.same(readClusterOptions([]), {
    ...{ port: 0, consolePort: 0, dataDir: path.resolve('.debrief-cluster') },
    ...{ forMs: null, allowDownload: [] },
  });
});

t.test('a time is a number with its unit', async (t) => {
  for (const [text, forMs] of [
    ['90s', 90_000],
    ['10m', 600_000],
    ['24h', 86_400_000],
  ] as const)
    t.equal(readClusterOptions(['--for', text]).forMs, forMs, text);
});

t.test('what cannot be understood is refused with status 1, saying why', async (t) => {
  t.intercept(process.stderr, 'write', { value: () => true });
  for (const [args, message] of [
    [['--for', '10'], 'a time up to 24h'],
    [['--for', '0s'], 'a time up to 24h'],
    [['--for', '25h'], 'a time up to 24h'],
    [['--port', 'http'], 'a whole number from 0 to 65535'],
    [['--what'], "unknown option '--what'"],
  ] as const)
    t.throws(() => readClusterOptions(args), { exitCode: 1, message: new RegExp(message) }, args.join(' '));
});

t.test('what runs where is shown in columns', async (t) => {
  const rows = [
    { what: 'haproxy', where: '127.0.0.1:8080', pid: 7, role: 'REST API' },
    { what: 'ingest-1', where: '', pid: null, role: '' },
  ];
  t.same(tableOf(rows), [
    'What      Where           Process  Role',
    'haproxy   127.0.0.1:8080  7        REST API',
    'ingest-1',
  ]);
});
