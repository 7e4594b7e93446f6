import { readFileSync } from 'node:fs';
import t from 'tap';
import { documentFile } from '../../src/openapi/document.ts';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

const { base } = await lonelyGateway(t);

t.test('the document is served as it is checked in, without a key', async (t) => {
  const reply = await fetch(`${base}/api/v1/openapi.json`);
  t.equal(reply.status, 200);
  t.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
  t.equal(await reply.text(), readFileSync(documentFile, 'utf8'));
});

t.test('the document accepts no other method', async (t) => {
  const reply = await fetch(`${base}/api/v1/openapi.json`, { method: 'POST' });
  t.equal(reply.status, 405);
  t.equal(reply.headers.get('allow'), 'GET, HEAD');
  await reply.text();
});

t.test('the page at /docs loads everything from this server, and may connect to no other', async (t) => {
  const page = await fetch(`${base}/docs`);
  t.equal(page.status, 200);
  t.match(page.headers.get('content-type'), 'text/html');
  const policy = page.headers.get('content-security-policy') ?? '';
  t.match(policy, /default-src 'self'/);
  t.notMatch(policy, /https?:/);
  const html = await page.text();
  const paths = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string);
  t.ok(paths.length > 3);
  for (const path of paths) {
    const url = new URL(path, page.url);
    t.equal(url.origin, base, path);
    const loaded = await fetch(url);
    t.equal(loaded.status, 200, path);
    await loaded.arrayBuffer();
  }
});
