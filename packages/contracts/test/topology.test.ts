import t from 'tap';
import { consumers, streams } from '../src/topology.ts';

t.test('every consumer reads from a listed stream that carries its event', async (t) => {
  for (const { durable, stream, event } of Object.values(consumers)) {
    const family = `${event.subject.split('.')[0]}.>`;
    const carrying = streams
      .filter(({ subjects }) => subjects.includes(event.subject) || subjects.includes(family))
      .map(({ name }) => name);
    t.strictSame(carrying, [stream], durable);
  }
});

t.test('a consumer is listed under the name of its service and event', async (t) => {
  for (const [name, { durable }] of Object.entries(consumers)) {
    t.equal(
      name,
      durable.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
  }
});
