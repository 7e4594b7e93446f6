import { randomInt, randomUUID } from 'node:crypto';
import { findErased } from '../checks/check-erased.ts';
import type { Arena, Fault } from '../fault.ts';
import { submission } from '../load/load.ts';
import { repeated } from '../load/load-plan.ts';

/** Known at first; more of their calls are on their way when they are erased. */
const FINISHED = 2;
const UNFINISHED = 4;
const ERASED_WITHIN_SECONDS = 120;

interface Person {
  readonly externalId: string;
  readonly body: Record<string, unknown>;
  /** All that may be left nowhere. */
  readonly words: string[];
}

function newPerson(): Person {
  const token = randomUUID().slice(0, 8);
  const externalId = `lead-${token}`;
  const name = `Wilhelmina Ossington${token}`;
  const email = `wilhelmina.${token}@ossington.example`;
  const phone = `+1415${randomInt(2_000_000, 9_999_999)}`;
  return {
    externalId,
    body: {
      external_contact_id: externalId,
      contact_name: name,
      contact_phone: phone,
      contact_emails: [email],
    },
    words: [externalId, name, email, phone.slice(1)],
  };
}

/** The calls of the person are not the load's, which would miss them. @returns their paths. */
async function submitCalls({ stack, load, audio, stop, broken }: Arena, person: Person, count: number) {
  const paths: string[] = [];
  for (let call = 0; call < count; call += 1) {
    const recordingId = `recording-${randomUUID()}`;
    const body = { ...submission(recordingId, audio.short), ...person.body };
    const ask = () => load.client.post(stack.tenants[0], '/calls', body);
    const answer = await load.client.insist(ask, stop);
    if (answer.status !== 202) broken(`a call of the person is answered ${answer.status}`);
    person.words.push(recordingId, answer.body.call_event_id);
    paths.push(`/calls/call_event_id:${answer.body.call_event_id}`);
  }
  return paths;
}

/** Shows that the search finds what it looks for, and that the erasure comes in the middle of work. */
async function noteWhatIsThere({ stack, note, broken }: Arena, { words }: Person): Promise<void> {
  const held = await findErased(stack, words);
  if (held.length === 0) broken('nothing of the person is found before the erasure');
  const unfinished = await stack.postgres.query(
    'select from ingest.recordings where finished_at is null and external_recording_id = any ($1)',
    [words],
  );
  note(`found in ${held.length} places before, ${unfinished.length} calls under way`);
}

async function eraseAmongKills(arena: Arena): Promise<void> {
  const { stack, load, stop, until, moment, sleep, broken, note } = arena;
  const [tenant] = stack.tenants;
  const get = (path: string) => load.client.insist(() => load.client.get(tenant, path), stop);
  const person = newPerson();
  const finished = await submitCalls(arena, person, FINISHED);
  await until('calls of the person are completed', 60, async () => {
    const answers = await Promise.all(finished.map((path) => get(`${path}/analysis`)));
    return answers.every(({ body }) => body.status === 'COMPLETED');
  });
  stack.engine.takes(1);
  const paths = [...finished, ...(await submitCalls(arena, person, UNFINISHED))];
  await moment(2);
  await noteWhatIsThere(arena, person);

  const contact = `/contacts/external_contact_id:${person.externalId}`;
  const erase = () => load.client.insist(() => load.client.delete(tenant, contact), stop);
  const { status, headers } = await erase();
  if (status !== 204) broken(`the erasure is answered ${status}`);
  const startedAtMs = Date.now();
  for (const path of paths) {
    const answer = await get(path);
    if (answer.status !== 404) broken(`an erased call is answered ${answer.status}`);
  }
  for (const app of ['ingest', 'directory', 'coaching', 'analytics'] as const) {
    await moment(1.5);
    await stack.signal(app, 'SIGKILL');
    await sleep(1);
  }
  stack.engine.takes(0.3);
  const again = await erase();
  if (again.status !== 404) broken(`erased again, the contact is answered ${again.status}`);

  const receipt = headers.get('x-erasure-id') ?? '';
  const isDone = async () => {
    // A service that was killed may not be back yet.
    const answer = await stack.cli('erase', 'status', receipt).catch(() => '[]');
    return JSON.parse(answer)[0]?.finished_at != null;
  };
  if (await until('every service has erased', ERASED_WITHIN_SECONDS, isDone))
    note(`erased everywhere ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s after`);
  const left = await findErased(stack, person.words);
  if (left.length > 0) broken(`of the person is left: ${left.join(', ')}`);
}

export const eraseContact: Fault = {
  row: '30',
  does: 'a contact is erased while calls are transcribed and coached; ingest, directory, coaching and analytics are killed in turn',
  load: ({ audio }) => ({ recordings: repeated(10, audio.short), overSeconds: 8 }),
  inject: eraseAmongKills,
};
