import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '@debrief/local/free-port';
import type { Route } from 'playwright-core';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { eventually } from './harness/eventually.ts';
import { startConsole } from './harness/own-console.ts';
import { newId, nowhere, submission } from './harness/submissions.ts';

/** What a page does while the calls that it shows move, and what it is asked through is slow, away or over. */
const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit } = opened;
  const integration = await debrief.createIntegration();
  const { api } = integration;

  await t.test('a page follows what moves again once the console is back', async (t) => {
    const somebody = await visitConsole(debrief, 'owner', integration, 'rita@progress.example');
    const own = `http://127.0.0.1:${await freePort()}`;
    const settings = { WEB_APP_URL: own, PORT: new URL(own).port };
    const first = await startConsole(t, debrief, settings);
    const watching = await visit(own);
    await watching.context().addCookies(somebody.cookies().map((cookie) => ({ ...cookie, url: own })));
    const isFollowing = watching.waitForResponse((response) => response.url().includes('/calls/progress'));
    await watching.goto(`${own}/calls`);
    await isFollowing;
    await first.stop();
    const recording_url = `${nowhere}?${newId('x')}`;
    await api.post('/calls', submission({ contact_name: 'Come Meanwhile', recording_url }));
    await startConsole(t, debrief, settings);
    await watching.getByRole('link', { name: 'Come Meanwhile' }).waitFor({ timeout: 60_000 });
    await watching.context().close();
  });

  await t.test(
    'what moves while a part is on its way, or fails to come, is shown all the same',
    async (t) => {
      const somebody = await visitConsole(debrief, 'owner', integration, 'nora@progress.example');
      const watching = await visit();
      await watching.clock.install();
      await watching.context().addCookies(somebody.cookies().map((cookie) => ({ ...cookie, url })));
      const come = (contact_name: string) =>
        api.post('/calls', submission({ contact_name, recording_url: `${nowhere}?${newId('x')}` }));
      const streams: string[] = [];
      await watching.route('**/calls/progress?*', (route) => {
        const body = streams.shift();
        return body === undefined
          ? route.continue()
          : route.fulfill({ contentType: 'text/event-stream', body });
      });
      let parts: ((route: Route) => Promise<void>)[] = [];
      await watching.route(`${url}/calls`, async (route) => {
        const isPart = route.request().headers()['hx-request'] !== undefined;
        await ((isPart ? parts.shift() : undefined) ?? ((one) => one.continue()))(route);
      });

      const changed = 'event: changed\ndata:\n\n';
      streams.push(`retry: 600000\n\n${changed}${changed}`);
      parts = [
        async (route) => {
          const response = await route.fetch();
          await come('Behind the Part');
          await route.fulfill({ response });
        },
      ];
      await watching.goto(`${url}/calls`);
      await watching.getByRole('link', { name: 'Behind the Part' }).waitFor();

      streams.push(`retry: 600000\n\n${changed}event: over\ndata:\n\n`);
      const isRefused = watching.waitForResponse((response) => response.status() === 503);
      parts = [(route) => route.fulfill({ status: 503, body: 'restarting' })];
      await watching.goto(`${url}/calls`);
      await isRefused;
      await come('Behind the Failure');
      await eventually(
        async () => {
          await watching.clock.fastForward(5_000);
          return watching.getByRole('link', { name: 'Behind the Failure' }).count();
        },
        (count) => count > 0,
      );
      t.equal(await watching.getByRole('link', { name: 'Behind the Failure' }).count(), 1);
      await watching.context().close();
    },
  );

  await t.test('a session has a few streams of progress, which end with it', async (t) => {
    const somebody = await visitConsole(debrief, 'owner', integration, 'olga@progress.example');
    const cookie = somebody
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    // Some leave before they are known, with two requests on the way.
    const { hostname, port, host } = new URL(url);
    const asked = `GET /calls/progress HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`;
    const leaving = Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(asked.repeat(2), () => socket.destroy());
      await once(socket, 'close');
    });
    await Promise.all(leaving);
    const isOpen = ({ status }: Response) => status === 200;
    const askMany = () =>
      Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/calls/progress`, { headers: { cookie } })));
    const streams = await eventually(askMany, (asked) => {
      const open = asked.filter(isOpen);
      if (open.length < 4) for (const { body } of open) body?.cancel();
      return open.length >= 4;
    });
    const open = streams.filter(isOpen);
    t.equal(open.length, 4, 'who has left has none');
    t.same(new Set(streams.map(({ status }) => status)), new Set([200, 429]));
    await open.pop()?.body?.cancel();
    const watching = await opened.open(somebody, '/calls');
    await somebody.post('/sign-out', { everywhere: 'yes' });
    for (const stream of open)
      t.match(await stream.text(), /event: changed\ndata:\n\nevent: over\ndata:\n\n$/);
    await watching.waitForURL('**/sign-in?**');
  });
}
