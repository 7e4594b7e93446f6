import type { Test } from 'tap';
import type { Api } from './api.ts';
import type { Operation } from './contract.ts';
import { isError } from './error-shape.ts';
import { wrongEncodings } from './malformed-requests.ts';
import { namedFields } from './submissions.ts';
import { unknownId } from './uuid.ts';

interface Known {
  external_user_id: string;
  external_contact_id: string;
}

/** What every operation does with parameters that no client should send, each as a test of its own. */
export function parameterRules(t: Test, api: Api, operation: Operation, sent: Known): void {
  const { id, method, path, parameters } = operation;
  const target = path.replace(/\{\w+\}/, unknownId);
  if (target !== path) {
    t.test(`400: ${id} with an identifier that is not text`, async (t) => {
      const prefixes = [
        '',
        'call_event_id:',
        'external_recording_id:',
        'external_user_id:',
        'external_contact_id:',
      ];
      for (const wrong of prefixes.flatMap((prefix) => wrongEncodings.map((encoded) => prefix + encoded))) {
        const body = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' };
        isError(t, await api.send(method, path.replace(/\{\w+\}/, wrong), body), 400, wrong);
      }
    });
  }
  const queried = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  if (queried.length === 0) return;

  t.test(`400: ${id} with a parameter that is not text`, async (t) => {
    for (const name of queried) {
      for (const wrong of wrongEncodings)
        isError(t, await api.send(method, `${target}?${name}=${wrong}`, {}), 400, `${name}=${wrong}`);
    }
  });

  t.test(`400: ${id} with a parameter that is given twice, naming it`, async (t) => {
    for (const name of queried) {
      const reply = await api.send(method, `${target}?${name}=1&${name}=1`, {});
      isError(t, reply, 400, name);
      t.ok(namedFields(reply.body.message).includes(name), name);
    }
  });

  // It would erase somebody whom other tests need.
  if (method !== 'GET') return;
  t.test(`${id} ignores parameters that nobody knows, also given twice`, async (t) => {
    const known = path.replace(/\{\w+\}/, knownIn(path, sent));
    const { status } = await api.get(known);
    t.match(String(status), /^(?:200|404)$/);
    t.equal((await api.get(`${known}?made_up=1&made_up=2&offset=3&__proto__=4&limit[]=5`)).status, status);
  });
}

/** A person that is there; of anything else an identifier that nothing has. */
function knownIn(path: string, sent: Known): string {
  if (path.startsWith('/users')) return `external_user_id:${sent.external_user_id}`;
  return path.startsWith('/contacts') ? `external_contact_id:${sent.external_contact_id}` : unknownId;
}
