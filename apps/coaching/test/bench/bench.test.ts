import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const entry = path.resolve(import.meta.dirname, '../../bench/main.ts');

async function bench(...args: string[]) {
  const { INIT_CWD: _, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, [entry, ...args], { env });
  return run.then(
    ({ stdout }) => ({ status: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => ({ ...error, status: error.code }),
  );
}

const call = {
  id: 'x01',
  agent: 'Maria',
  contact: 'Walt',
  turns: [
    { speaker: 'agent', text: 'Hi, this is Maria with Bright Solar. Could I visit you on Thursday at two?' },
    { speaker: 'contact', text: 'Yes, Thursday at two is fine.' },
  ],
  gold: {
    disposition: 'wrong_number',
    also_acceptable: [],
    appointment: null,
    objections: [],
    objections_optional: [],
    action_items: [],
    action_items_optional: [],
    agent_quality: 'good',
  },
};

t.test('it prints a table of all conditions, the confusion and, when asked, every miss', async (t) => {
  const folder = t.testdir({ 'calls.json': JSON.stringify([call]) });
  const { status, stdout } = await bench(path.join(folder, 'calls.json'), '--misses');
  t.equal(status, 0);
  t.match(stdout, /^1 call of calls\.json, coached by .*\n.*same bytes on rerun: yes/);
  t.match(stdout, /as written +no punctuation +10 % words wrong/);
  t.match(stdout, /\ncalls +1 +1 +5\n/);
  t.match(stdout, /\nquotes verbatim +1\.00 /);
  t.match(stdout, /Misses, as written\n {2}x01: disposition wrong_number, not /);
  t.match(stdout, /\n {2}x01, seed 5: disposition wrong_number, not /);
});

t.test('a file without labels, or none, is refused with status 1', async (t) => {
  const { gold: _, ...unlabelled } = call;
  const folder = t.testdir({
    'part.json': JSON.stringify([call, unlabelled]),
    'object.json': '{}',
    'calls.json': JSON.stringify([call]),
  });
  const at = (name: string) => path.join(folder, name);
  for (const [args, message] of [
    [[at('part.json')], /part\.json: call 1: gold is required/],
    [[at('object.json')], /is not a list of labelled calls/],
    [['missing.json'], /there is no file missing\.json/],
    [[at('calls.json'), '--engine', 'oracle'], /There is no engine "oracle"/],
  ] as const) {
    const { status, stdout, stderr } = await bench(...args);
    t.strictSame([status, stdout], [1, '']);
    t.match(stderr, message);
  }
});
