import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { firstValueFrom } from 'rxjs';
import { announce } from '../calls.js';

const client = ClientProxyFactory.create({
  transport: Transport.NATS,
  options: { servers: [process.env.NATS_URL] },
});
await client.connect();

class CallsController {
  async find(id) {
    const call = await firstValueFrom(client.send('calls.find', id));
    if (call === null) throw new NotFoundException();
    return call;
  }
  list(limit) {
    return firstValueFrom(client.send('calls.list', Number(limit ?? 50)));
  }
  submit(call) {
    return firstValueFrom(client.send('calls.submit', call));
  }
}
// What decorators do: Node.js strips types and knows no decorators.
const routes = { find: [Get(':id'), Param('id')], list: [Get(), Query('limit')], submit: [Post(), Body()] };
Controller('api/v1/calls')(CallsController);
for (const [name, [method, parameter]] of Object.entries(routes)) {
  parameter(CallsController.prototype, name, 0);
  method(CallsController.prototype, name, Object.getOwnPropertyDescriptor(CallsController.prototype, name));
}
HttpCode(202)(
  CallsController.prototype,
  'submit',
  Object.getOwnPropertyDescriptor(CallsController.prototype, 'submit'),
);
class GatewayModule {}
Module({ controllers: [CallsController] })(GatewayModule);

const app = await NestFactory.create(GatewayModule, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
announce(await app.getUrl());
