import type { Test } from 'tap';
import type { Reply } from './api.ts';
import { newId } from './submissions.ts';
import { unknownId } from './uuid.ts';

/** External ids that a path carries only percent-encoded or that hold what identifiers are made of. */
export function awkwardIds(): string[] {
  const awkward = ['a:b/c', '100%25 & more?#=+', 'Zoë 李', 'id:x', '../up', unknownId];
  return [...awkward.map((id) => `${id} ${newId('x')}`), newId('ü'.repeat(210))];
}

interface Person {
  id: string;
}

/** What a path parameter accepts, each form as a test of its own. `reach` requests with an encoded identifier. */
export function identifierForms<P extends Person>(
  t: Test,
  o: {
    name: string;
    prefix: 'external_contact_id' | 'external_user_id';
    make(externalId: string): Promise<P>;
    reach(identifier: string): Promise<Reply>;
    /** Whether a reply is about that person. */
    isAbout(reply: Reply, person: P): boolean;
  },
): void {
  const { name, prefix, make, reach } = o;
  const other = prefix === 'external_user_id' ? 'external_contact_id' : 'external_user_id';

  async function reaches(t: Test, person: P, identifiers: string[]): Promise<void> {
    for (const identifier of identifiers) {
      const reply = await reach(identifier);
      t.equal(reply.status, 200, identifier);
      t.ok(o.isAbout(reply, person), identifier);
    }
  }

  t.test(`${name} accepts {uuid}, in capitals too`, async (t) => {
    const person = await make(newId('form'));
    await reaches(t, person, [person.id, person.id.toUpperCase()]);
  });

  t.test(`${name} accepts id:{uuid}, in capitals too`, async (t) => {
    const person = await make(newId('form'));
    const { id } = person;
    await reaches(t, person, [`id:${id}`, `id%3A${id}`, `id:${id.toUpperCase()}`]);
  });

  t.test(`${name} accepts ${prefix}:{string}, percent-decoded, with : and / in it`, async (t) => {
    for (const externalId of awkwardIds()) {
      const encoded = encodeURIComponent(externalId);
      const lower = encoded.replace(/%../g, (code) => code.toLowerCase());
      await reaches(t, await make(externalId), [`${prefix}:${encoded}`, `${prefix}%3a${lower}`]);
    }
    const person = await make(`tenant:7 ${newId('x')}`);
    const { external_contact_id, external_user_id } = person as Record<string, string> & P;
    const plain = (external_contact_id ?? external_user_id ?? '').replace(' ', '%20');
    await reaches(t, person, [`${prefix}:${plain}`]);
  });

  t.test(`${name} with a malformed identifier is 400`, async (t) => {
    const person = await make(newId('form'));
    const unhyphenated = person.id.replaceAll('-', '');
    const wrong = ['nobody', '123', ':', unhyphenated, `${person.id}0`, `%20${person.id}`, `{${person.id}}`];
    wrong.push(`urn:uuid:${person.id}`, 'id:', 'id:123', `id:${unhyphenated}`, `ID:${person.id}`);
    wrong.push(`${prefix}:`, `${prefix}`, `${prefix}:%00`, `${prefix}:a%0Ab`, `${prefix}:${'x'.repeat(256)}`);
    wrong.push(`${other}:x`, `call_event_id:${person.id}`, `external_recording_id:x`, `email:a@b.example`);
    for (const identifier of wrong) {
      const { status, body } = await reach(identifier);
      t.equal(status, 400, identifier);
      t.strictSame(Object.keys(body).sort(), ['message', 'statusCode'], identifier);
    }
  });

  t.test(`${name} with an identifier of nobody is 404`, async (t) => {
    for (const identifier of [unknownId, `id:${unknownId}`, `${prefix}:${newId('nobody')}`]) {
      const { status, body } = await reach(identifier);
      t.equal(status, 404, identifier);
      t.strictSame(Object.keys(body).sort(), ['message', 'statusCode'], identifier);
    }
  });
}
