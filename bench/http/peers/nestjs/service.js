import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload, Transport } from '@nestjs/microservices';
import pg from 'pg';
import { announce, callsOf } from '../calls.js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const calls = callsOf(pool, process.env.INTEGRATION_ID);

class CallsService {
  find(id) {
    return calls.find(id);
  }
  list(limit) {
    return calls.list(limit);
  }
  submit(call) {
    return calls.submit(call);
  }
}
// What decorators do: Node.js strips types and knows no decorators.
Controller()(CallsService);
for (const name of ['find', 'list', 'submit']) {
  const method = Object.getOwnPropertyDescriptor(CallsService.prototype, name);
  Payload()(CallsService.prototype, name, 0);
  MessagePattern(`calls.${name}`)(CallsService.prototype, name, method);
}
class ServiceModule {}
Module({ controllers: [CallsService] })(ServiceModule);

const app = await NestFactory.createMicroservice(ServiceModule, {
  transport: Transport.NATS,
  options: { servers: [process.env.NATS_URL] },
  logger: false,
});
await app.listen();
announce();
