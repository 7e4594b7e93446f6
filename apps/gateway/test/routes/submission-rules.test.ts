import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { categoryOf } from '@debrief/contracts/resources/access';
import t from 'tap';
import { ruleViolations } from '../../src/routes/submission-rules.ts';

const nowMs = Date.parse('2026-11-20T12:00:00Z');
const open = { crm: null, categories: null };
const solar = { crm: null, categories: [{ name: 'solar', kind: 'call' as const, rubric: 'solar' }] };

t.test('an integration without categories accepts any, one with categories only those', async (t) => {
  t.strictSame(categoryOf(open, 'anything'), { name: 'anything', kind: 'call' });
  t.strictSame(categoryOf(open, 'roleplay'), { name: 'roleplay', kind: 'roleplay' });
  t.equal(categoryOf(solar, 'solar')?.rubric, 'solar');
  t.equal(categoryOf(solar, 'roleplay'), null);
});

t.test('a private address is refused, naming the setting that allows it', async (t) => {
  const check = (recording_url: string, allow: string[] = []) =>
    ruleViolations({ recording_url }, { integration: open, allowed: parseAllowedHosts(allow), nowMs });
  t.strictSame(check('https://files.example.com/a.mp3'), []);
  for (const url of [
    'http://127.0.0.1/a',
    'http://2130706433/a',
    'http://[::1]/a',
    'http://169.254.169.254/a',
  ]) {
    t.match(check(url), [/^recording_url .*ALLOW_DOWNLOAD_FROM$/], url);
  }
  t.match(check('http://files.example.com:8080/a'), [/port 80 or 443/]);
  t.strictSame(check('http://127.0.0.1:9000/a', ['127.0.0.1']), []);
});

t.test('a call may be at most a day in the future', async (t) => {
  const check = (occurred_at: unknown) =>
    ruleViolations({ occurred_at }, { integration: open, allowed: [], nowMs });
  t.strictSame(check('2026-11-21T12:00:00Z'), []);
  t.match(check('2026-11-21T12:00:00.001Z'), [/^occurred_at/]);
  t.strictSame(check('nonsense'), []);
});

t.test('rules accept any body without throwing', async (t) => {
  for (const body of [null, undefined, 3, 'x', [], { recording_url: 3, ai_category: {}, occurred_at: [] }]) {
    t.strictSame(ruleViolations(body, { integration: solar, allowed: [], nowMs }), []);
  }
  t.match(ruleViolations({ ai_category: 'x' }, { integration: solar, allowed: [], nowMs }), [
    'ai_category must be one of solar',
  ]);
});
