import t from 'tap';
import { RouteLoad } from '../../src/http/route-load.ts';

/** A route that answers one request in so many milliseconds, in the order in which they come. */
function aRoute(msOfEach: number) {
  const load = new RouteLoad();
  const inFlight: { key: string; beganAt: number }[] = [];
  let now = 10_000;
  function ask(key = 'own'): boolean {
    if (load.isFullFor(key, now)) return false;
    load.begin(key);
    inFlight.push({ key, beganAt: now });
    return true;
  }
  function answer(): number {
    now += msOfEach;
    const first = inFlight.shift();
    if (first === undefined) return 0;
    load.noteAnswer(first.beganAt, now);
    load.end(first.key);
    return now - first.beganAt;
  }
  return { load, ask, answer, waiting: () => inFlight.length };
}

for (const msOfEach of [0.2, 1, 3])
  t.test(
    `asked three times what it does at ${msOfEach} ms each, a route answers within a second`,
    async (t) => {
      const route = aRoute(msOfEach);
      const times: number[] = [];
      for (let count = 0; count < 5_000 / msOfEach; count += 1) {
        for (let asked = 0; asked < 3; asked += 1) route.ask();
        times.push(route.answer());
      }
      const late = times.filter((ms) => ms > 1_000);
      t.ok(late.length < times.length / 100, `${late.length} of ${times.length}`);
      t.ok(route.waiting() > 0, 'and is never idle');
      while (route.waiting() > 0) route.answer();
      for (let count = 0; count < 500; count += 1) {
        t.ok(route.ask(), 'afterwards it takes what it can answer');
        route.answer();
      }
    },
  );

t.test('a burst is taken', async (t) => {
  const route = aRoute(1);
  for (let count = 0; count < 300; count += 1) {
    route.ask();
    route.answer();
  }
  for (let count = 0; count < 2_000; count += 1) t.ok(route.ask());
});

t.test('a route that is slow by nature takes a few requests at once', async (t) => {
  const route = aRoute(40);
  for (let count = 0; count < 100; count += 1) route.ask();
  for (let count = 0; count < 500; count += 1) {
    t.ok(route.ask());
    route.answer();
  }
});

t.test('while one key floods, another one is served', async (t) => {
  const route = aRoute(1);
  const taken = { flood: 0, other: 0 };
  for (let count = 0; count < 5_000; count += 1) {
    for (let asked = 0; asked < 3; asked += 1) taken.flood += Number(route.ask('flood'));
    if (count % 10 === 0) taken.other += Number(route.ask('other'));
    route.answer();
  }
  t.equal(taken.other, 500, 'always');
  t.ok(taken.flood < 6_000, 'the one that floods is refused');
});

t.test('after a service had no room nothing is taken for a moment', async (t) => {
  const load = new RouteLoad();
  load.noteRefusal(1_000);
  t.ok(load.isFullFor('own', 1_050));
  t.notOk(load.isFullFor('own', 1_150));
});
