import path from 'node:path';
import t from 'tap';
import { readStartOptions } from '../../src/start/options.ts';
import { dataFolder, start } from './start-process.ts';

t.test('without arguments: port 8080, .debrief, with the demo and models', async (t) => {
  t.same(readStartOptions([]), {
    port: 8080,
    consolePort: 8081,
    dataDir: path.resolve('.debrief'),
    demo: true,
    models: true,
    allowDownload: [],
  });
});

t.test('every argument is read', async (t) => {
  const args = ['--port', '0', '--data-dir', '/data', '--no-demo', '--no-models'];
  const hosts = ['--allow-download', 'store.local', '--allow-download', '10.0.0.7:9000'];
  t.same(readStartOptions([...args, ...hosts]), {
    port: 0,
    consolePort: 0,
    dataDir: '/data',
    demo: false,
    models: false,
    allowDownload: ['store.local', '10.0.0.7:9000'],
  });
});

t.test('what cannot be understood is refused with status 1, saying why', async (t) => {
  for (const [args, message] of [
    [['--what'], "unknown option '--what'"],
    [['more'], 'too many arguments'],
    [['--port', '65536'], 'a whole number from 0 to 65535'],
    [['--port', 'http'], 'a whole number from 0 to 65535'],
    [['--allow-download', 'http://store/'], 'HOST or HOST:PORT'],
  ] as const) {
    t.intercept(process.stderr, 'write', { value: () => true });
    t.throws(() => readStartOptions(args), { exitCode: 1, message: new RegExp(message) }, args.join(' '));
  }
});

t.test('--help lists the options and starts nothing', async (t) => {
  const help = start(t, '--help');
  t.equal(await help.ended, 0);
  t.match(help.output(), /--port <port>/);
  t.match(help.output(), /--allow-download <host\[:port\]>/);
});

t.test('an invalid argument ends npm start with status 1', async (t) => {
  const refused = start(t, '--port', 'http', '--data-dir', dataFolder(t));
  t.equal(await refused.ended, 1);
  t.match(refused.output(), 'a whole number from 0 to 65535');
});
