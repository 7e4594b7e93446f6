import { ServiceBroker } from 'moleculer';
import pg from 'pg';
import { announce, callsOf } from '../calls.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const calls = callsOf(pool, process.env.INTEGRATION_ID);

const broker = new ServiceBroker({ nodeID: 'calls', transporter: process.env.NATS_URL, logger: false });
broker.createService({
  name: 'calls',
  actions: {
    find: (context) => calls.find(context.params.id),
    list: (context) => calls.list(Number(context.params.limit ?? 50)),
    submit: (context) => calls.submit(context.params),
  },
});
await broker.start();
announce();
