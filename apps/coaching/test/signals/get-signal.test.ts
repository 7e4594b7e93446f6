import type { getSignal as operation } from '@debrief/contracts/operations/signals';
import type { SignalProfile } from '@debrief/contracts/resources/user-signal';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getSignal } from '../../src/signals/get-signal.ts';
import { ask, coachingDatabase, counted, storedSignal, tenant } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
type Op = typeof operation;

const silent = createLogger({ name: 'test', level: 'silent' });

function logged() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLogger({ name: 'test', level: 'info', destination }) };
}

const profile: SignalProfile = {
  aboutMe: 'Asks before telling.',
  reasoning: 'Inferred from 12 calls; this is not a psychometric test.',
  conflictStyle: 'Agrees first, then asks back.',
  coreMotivators: ['Helping', 'Winning'],
  socialOrientation: 'Warm',
  fearsAndAvoidances: [],
  maxPerformanceRecs: ['Name the price sooner'],
  psychologicalSummary: 'Steady and curious.',
  DISC: {
    dominance: 0,
    influence: 61,
    steadiness: 100,
    conscientiousness: 40,
    profileName: 'Supporter',
    profileType: 'Si',
  },
};

t.test('answers the profile under the id of the signal, with the keys of the contract alone', async (t) => {
  const caller = tenant();
  const stored = { ...profile, rules: 'v3', DISC: { ...profile.DISC, raw: [1, 2] } };
  const signal = await storedSignal(db, caller, JSON.stringify(stored));
  const { lines, log } = logged();
  const [answer] = await ask<Op>(getSignal(db, log), [{ caller, input: { user_id: signal.user_id } }]);
  t.strictSame(answer, { id: signal.id, ...profile });
  t.strictSame(lines, []);
});

t.test('a user without a signal, or of another tenant, is answered SIGNAL_NOT_FOUND', async (t) => {
  const [mine, other] = [tenant(), tenant()];
  const [mySignal, otherSignal] = [
    await storedSignal(db, mine, JSON.stringify(profile)),
    await storedSignal(db, other, JSON.stringify(profile)),
  ];
  const counting = counted(db);
  const answers = await ask<Op>(getSignal(counting.db, silent), [
    { caller: mine, input: { user_id: otherSignal.user_id } },
    { caller: other, input: { user_id: otherSignal.user_id } },
    { caller: mine, input: { user_id: uuidv7() } },
    { caller: mine, input: { user_id: mySignal.user_id } },
    { caller: mine, input: { user_id: mySignal.id } },
  ]);
  t.strictSame(
    answers.map((answer) => (typeof answer === 'string' ? answer : answer.id)),
    ['SIGNAL_NOT_FOUND', otherSignal.id, 'SIGNAL_NOT_FOUND', mySignal.id, 'SIGNAL_NOT_FOUND'],
  );
  t.equal(counting.statements(), 1);
});

t.test('a stored profile that does not fit is invalid, wherever the fault is', async (t) => {
  const caller = tenant();
  const { aboutMe: _, ...withoutAboutMe } = profile;
  const { DISC: __, ...withoutScores } = profile;
  const disc = (change: object) => ({ ...profile, DISC: { ...profile.DISC, ...change } });
  const faulty: [string, string][] = [
    ['', 'not valid JSON'],
    ['{"aboutMe": "Asks', 'not valid JSON'],
    ['Asks before telling', 'not valid JSON'],
    ['null', 'invalid at /'],
    ['[]', 'invalid at /'],
    [JSON.stringify(withoutAboutMe), 'invalid at /aboutMe'],
    [JSON.stringify({ ...profile, aboutMe: null }), 'invalid at /aboutMe'],
    [JSON.stringify({ ...profile, coreMotivators: 'Helping' }), 'invalid at /coreMotivators'],
    [JSON.stringify({ ...profile, coreMotivators: [1] }), 'invalid at /coreMotivators/0'],
    [JSON.stringify(withoutScores), 'invalid at /DISC'],
    [JSON.stringify(disc({ dominance: 101 })), 'invalid at /DISC/dominance'],
    [JSON.stringify(disc({ influence: -1 })), 'invalid at /DISC/influence'],
    [JSON.stringify(disc({ steadiness: 50.5 })), 'invalid at /DISC/steadiness'],
    [JSON.stringify(disc({ conscientiousness: '50' })), 'invalid at /DISC/conscientiousness'],
    [JSON.stringify(disc({ profileType: 'X' })), 'invalid at /DISC/profileType'],
  ];
  for (const [text, fault] of faulty) {
    const { user_id, id } = await storedSignal(db, caller, text);
    const { lines, log } = logged();
    t.strictSame(
      await ask<Op>(getSignal(db, log), [{ caller, input: { user_id } }]),
      ['SIGNAL_INVALID'],
      text,
    );
    t.equal(lines.length, 1);
    const line = JSON.parse(lines[0] ?? '');
    t.match(line, { user_id, signal_id: id, integration_id: caller.integration_id });
    t.ok(line.fault.startsWith(fault), line.fault);
    t.notMatch(lines[0], /Asks|Helping|curious/, 'what is stored about a person is not logged');
  }
});

t.test('an invalid signal fails alone', async (t) => {
  const caller = tenant();
  const invalid = await storedSignal(db, caller, '{');
  const valid = await storedSignal(db, caller, JSON.stringify(profile));
  const answers = await ask<Op>(getSignal(db, silent), [
    { caller, input: { user_id: invalid.user_id } },
    { caller, input: { user_id: valid.user_id } },
  ]);
  t.match(answers, ['SIGNAL_INVALID', { id: valid.id, DISC: { profileType: 'Si' } }]);
});
