import { fastify } from 'fastify';
import pg from 'pg';
import { announce, callsOf, submission } from '../calls.js';

// One process that answers from its database: no authentication, no log, no queue, no tenants.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const calls = callsOf(pool, process.env.INTEGRATION_ID);
const app = fastify();

app.get('/api/v1/calls/:id', async (request, reply) => {
  const call = await calls.find(request.params.id);
  return call ?? reply.code(404).send({ error: 'not_found' });
});
app.get('/api/v1/calls', (request) => calls.list(Number(request.query.limit ?? 50)));
app.post('/api/v1/calls', { schema: { body: submission } }, async (request, reply) => {
  reply.code(202);
  return calls.submit(request.body);
});

announce(await app.listen({ host: '127.0.0.1', port: 0 }));
