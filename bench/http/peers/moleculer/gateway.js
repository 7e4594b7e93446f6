import { ServiceBroker } from 'moleculer';
import ApiGateway from 'moleculer-web';
import { announce } from '../calls.js';

const broker = new ServiceBroker({ nodeID: 'gateway', transporter: process.env.NATS_URL, logger: false });
const api = broker.createService({
  name: 'api',
  mixins: [ApiGateway],
  settings: {
    port: 0,
    ip: '127.0.0.1',
    routes: [
      {
        path: '/api/v1',
        bodyParsers: { json: true },
        aliases: {
          'GET calls/:id': 'calls.find',
          'GET calls': 'calls.list',
          'POST calls': 'calls.submit',
        },
        onAfterCall(context, _route, _request, response, data) {
          if (context.params.req.method === 'POST') response.statusCode = 202;
          return data;
        },
      },
    ],
  },
});
await broker.start();
await broker.waitForServices('calls');
announce(`http://127.0.0.1:${api.server.address().port}`);
