import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import type { Coach } from '../../src/engines/coach.ts';
import { analysisScene, coachAfter, until } from '../fixtures/analysis-scene.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';
import { rubricNamed } from '../fixtures/conversation.ts';
import { transcribed } from '../fixtures/events.ts';

const { db } = await coachingDatabase(t);
const scene = analysisScene(db, builtInCoach);
t.beforeEach(() => db.deleteFrom('analyses_due').execute());

function analysisOfTranscript() {
  const { recording, transcript } = transcribed();
  const context = { kind: 'call', incoming: null, occurred_at: recording.occurred_at } as const;
  return builtInCoach.analyze(transcript, rubricNamed('general-sales'), context);
}

for (const tenants of [2, 20]) {
  t.test(`of ${tenants} integrations none waits for the queue of another`, async (t) => {
    const greedy = uuidv7();
    const queue = Array.from({ length: 30 }, () => scene.recording({ integration_id: greedy }));
    const others = Array.from({ length: tenants - 1 }, () => scene.recording());
    const order: string[] = [];
    const { promise: isRunning, resolve: runs } = Promise.withResolvers<void>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    for (const { deliver } of queue) await deliver();
    const coach = coachAfter(async () => {
      runs();
      await mayGoOn;
    });
    scene.start(t, {
      coachOf: ({ integration_id }) => {
        order.push(integration_id);
        return coach;
      },
    });
    await isRunning;
    for (const { deliver } of others) await deliver();
    goOn();
    for (const { eventsWhen } of others) await eventsWhen(1);
    const expected = others.map(({ recording }) => recording.integration_id);
    t.strictSame(
      order.slice(0, tenants),
      [greedy, ...expected],
      'each waits for the one running analysis only',
    );
  });
}

t.test('what has failed before is analysed without a reserve, which could be lost with it', async (t) => {
  const result = await analysisOfTranscript();
  const queue = Array.from({ length: 12 }, () => scene.recording());
  for (const { deliver } of queue) await deliver();
  await db.updateTable('analyses_due').set({ failures: 1 }).execute();
  const claims: number[] = [];
  const coach: Coach = {
    async analyze() {
      const { rows } = await sql`select from analyses_due where claimed_at is not null`.execute(db);
      claims.push(rows.length);
      return result;
    },
  };
  scene.start(t, { coachOf: () => coach });
  for (const { eventsWhen } of queue) await eventsWhen(1);
  t.ok(Math.max(...claims.slice(1)) <= 2, `one that runs and one that is being stored: ${claims}`);
});

t.test('work in reserve for a fast engine goes back when the engine is slow, or closes', async (t) => {
  const result = await analysisOfTranscript();
  const rows = () => db.selectFrom('analyses_due').selectAll().execute();
  const claimed = async () => (await rows()).filter(({ claimed_at }) => claimed_at !== null).length;
  for (const closes of [false, true]) {
    for (let queued = 0; queued < 40; queued += 1) await scene.recording().deliver();
    const { promise: isSlow, resolve: slows } = Promise.withResolvers<void>();
    const coach: Coach = {
      async analyze() {
        // Besides the one that runs and one that is being stored.
        if ((await claimed()) <= 2) return result;
        slows();
        return new Promise(() => {});
      },
    };
    const replica = scene.start(t, { coachOf: () => coach });
    await isSlow;
    if (closes) await replica.close();
    const left = closes ? 0 : 1;
    await until(async () => (await claimed()) === left);
    t.ok((await rows()).every(({ failures }) => failures === 0));
    t.ok((await rows()).some(({ attempt }) => attempt === 2));
    await replica.close();
    await db.deleteFrom('analyses_due').execute();
  }
});
