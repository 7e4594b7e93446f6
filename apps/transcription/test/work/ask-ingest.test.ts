import { DebriefError, INTERNAL, UNAVAILABLE } from '@debrief/contracts/errors';
import { finishWork, releaseWork } from '@debrief/contracts/operations/ingest-work';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleWrite } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { askIngest, cutParts } from '../../src/work/ask-ingest.ts';
import { lostRelease } from '../../src/work/release-of.ts';
import { isTransient } from '../fixtures/failures.ts';

const errorOf = (work: Promise<unknown>) => work.catch((error) => error) as Promise<Error>;
const log = createLogger({ name: 'test', level: 'silent' });

t.test('a text is cut into parts that make it again, and no character in two', async (t) => {
  for (const text of ['', 'a', 'abcd', 'abcde', '😀😀😀', 'a😀b😀c😀', '\uD83D\uD83D\uD83D\uD83D\uD83D']) {
    const parts = cutParts(text, 4);
    t.equal(parts.join(''), text);
    t.ok(parts.every((part) => part.length > 0 && part.length <= 4));
  }
  t.same(cutParts('abc😀def', 4), ['abc', '😀de', 'f']);
});

t.test('a part is at most 512 KB as it is sent, in any language', async (t) => {
  for (const word of ['word', '電話', '😀', '"', '\\', '\u0001', 'a電"😀']) {
    const text = JSON.stringify({ segments: [{ text: word.repeat(150_000) }] });
    const parts = cutParts(text);
    t.ok(parts.join('') === text, `${parts.length} parts of ${word}`);
    const bytes = Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))));
    // Beside the part, a message has ids and a waveform: some 8 KB.
    t.ok(bytes <= 500_000, `${bytes} bytes of ${word}`);
  }
});

t.test('a result that ingest fails at is given up, but not one that meets an outage', async (t) => {
  const nats = await testNats(t);
  const ingest = await connect({ url: nats.url, name: 'ingest', log });
  t.teardown(() => ingest.close());
  const worker = await connect({ url: nats.url, name: 'transcription', log });
  t.teardown(() => worker.close());
  const recording = fakeRecordingContext();
  const work = {
    recording,
    alone: false,
    recording_url: '',
    queued_at: '',
    lease_seconds: 30,
    removes_card_numbers: true,
    deadline_seconds: 600,
  };
  const { signal } = new AbortController();
  const result = { transcript: { engine: {} } as Transcript, audio: null };

  const outcomes = [INTERNAL, INTERNAL, UNAVAILABLE, INTERNAL, INTERNAL, null];
  const service = await serve(ingest, {
    service: 'ingest',
    version: '1.0.0',
    handlers: [
      handleWrite(finishWork, async () => {
        const error = outcomes.shift();
        if (error === INTERNAL) throw new Error('a fault of ingest');
        if (error != null) throw new DebriefError(UNAVAILABLE);
        return { ok: { held: true } };
      }),
      handleWrite(releaseWork, async () => {
        throw new Error('a fault of ingest');
      }),
    ],
  });
  t.teardown(() => service.close());
  const asked = askIngest(worker, log, 3);
  t.equal(await asked.finish(work, result, signal), true);
  outcomes.push(INTERNAL, INTERNAL, INTERNAL, INTERNAL);
  isTransient(t, await errorOf(asked.finish(work, result, signal)), 'internal');
  t.equal(outcomes.length, 1);
  isTransient(t, await errorOf(asked.release(recording, lostRelease, signal)), 'internal');
});
