import { readFileSync } from 'node:fs';

/** Loaded into every app before it starts: its clock is that of the machine and as many seconds as a file says. */
const file = process.env.NODE_MOVED_CLOCK ?? '';
const machine = Date.now;
const moved = () => machine() + Number(readFileSync(file, 'utf8')) * 1000;

globalThis.Date = new Proxy(Date, {
  construct: (Real, given, Made) =>
    Reflect.construct(Real, given.length === 0 ? [moved()] : given, Made) as Date,
  get: (Real, name, receiver) => (name === 'now' ? moved : Reflect.get(Real, name, receiver)),
});

Date.prototype.constructor = globalThis.Date;
