import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { columnsOf, recordingOf } from './recording.js';

/** Takes submissions: 202 once the recording and its first job are committed, in one statement. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const insert = `
  with r as (
    insert into bench.recordings (${columnsOf.join(', ')}) 
    values (${columnsOf.map((_, index) => `$${index + 1}`).join(', ')})
    returning integration_id, id
  )
  select graphile_worker.add_job('transcribe', row_to_json(r)) from r
`;

const server = createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const recording = recordingOf(request.headers['x-api-key'], JSON.parse(Buffer.concat(chunks).toString()));
    await pool.query(
      insert,
      columnsOf.map((name) => recording[name]),
    );
    response.writeHead(202, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ call_event_id: recording.call_event_id, status: 'QUEUED' }));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});

process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send({ address: `http://127.0.0.1:${server.address().port}`, id: randomUUID() });
});
