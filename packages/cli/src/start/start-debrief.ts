import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { claimFolder, releaseFolder } from '@debrief/local/folder-owner';
import {
  type AppName,
  type AppSurroundings,
  appEntry,
  appEnvironment,
  apps,
  mailFolder,
  services,
} from './apps.ts';
import { demonstrate } from './demonstrate.ts';
import { type KeptApp, keepApp } from './kept-app.ts';
import type { KeptServer } from './kept-server.ts';
import type { StartOptions } from './options.ts';
import { publicPort } from './public-port.ts';
import { readSecrets } from './secrets.ts';
import { createStackWriter, type StackWriter } from './stack-writer.ts';
import { startServers } from './start-servers.ts';
import { untilHealthy } from './until-healthy.ts';

/** Postgres and NATS take less than a second after these, so that all is stopped within 10 s. */
const GATEWAY_GRACE_MS = 2_500;
const APP_GRACE_MS = 4_500;

export interface RunningDebrief {
  /** Resolves when everything has been stopped on request; rejects with what kept Debrief from starting. */
  readonly stopped: Promise<void>;
  /** Ends everything at once. */
  stopHard(): never;
}

/** Starts Debrief and keeps it running until `stop` asks it to end. */
export function startDebrief(options: StartOptions, stop: AbortSignal): RunningDebrief {
  const { dataDir } = options;
  const running = new Map<AppName, KeptApp>();
  const servers: KeptServer[] = [];
  const say = (line: string): void => void process.stdout.write(`${line}\n`);

  async function run(): Promise<void> {
    mkdirSync(dataDir, { recursive: true });
    claimFolder(dataDir, 'Debrief');
    const stack = createStackWriter(dataDir);
    try {
      await start(stack);
      await untilAborted(stop);
    } catch (error) {
      if (!stop.aborted) throw error;
    } finally {
      stack.remove();
      await stopAll();
      releaseFolder(dataDir);
    }
  }

  async function start(stack: StackWriter): Promise<void> {
    // An earlier start that was killed has left its own.
    stack.remove();
    const port = await publicPort(options.port);
    const secrets = readSecrets(dataDir);
    const { nats, postgres, databaseUrls } = await startServers({
      dataDir,
      services,
      rolePassword: secrets.rolePassword,
      say,
      onUp: (server) => servers.push(server),
      onChange: () => stack.update(),
      stop,
    });
    stop.throwIfAborted();

    const workDir = path.join(dataDir, 'work');
    rmSync(workDir, { recursive: true, force: true });
    mkdirSync(workDir);
    const folders = { workDir, compileCache: path.join(dataDir, 'compile-cache') };
    const mailDir = mailFolder(dataDir);
    const surroundings = {
      ...options,
      ...secrets,
      ...folders,
      mailDir,
      databaseUrls,
      natsUrl: nats.url,
      port,
    };
    await startApps(surroundings, () => stack.update());

    say('Recordings may come from public addresses, and from this machine itself (only here: loopback)');
    if (mailDir !== null) say(`Invitations are written to ${mailDir} (set SMTP_URL to send them)`);
    const baseUrl = `http://127.0.0.1:${port}/api/v1`;
    stack.turnOn(() => ({
      base_url: baseUrl,
      nats_url: nats.url,
      database_url: postgres.url,
      processes: [...running.values()].flatMap((app) => app.process() ?? []),
      servers: [
        { name: 'postgres', pid: postgres.pid() },
        { name: 'nats', pid: nats.pid() },
      ],
    }));
    const next = options.demo ? await demonstrate({ baseUrl, natsUrl: nats.url, dataDir, stop, say }) : [];
    say(`Debrief is ready at ${baseUrl}`);
    const reference = `API reference:  http://127.0.0.1:${port}/docs`;
    for (const line of [reference, ...next, 'Ctrl-C stops Debrief.']) say(line);
  }

  async function startApps(surroundings: AppSurroundings, onChange: () => void): Promise<void> {
    for (const name of apps) {
      const env = appEnvironment(name, surroundings);
      running.set(name, keepApp({ name, entry: appEntry(name), env, dataDir, say, onChange }));
    }
    const healthy = [...running.values()].map(async (app) => {
      await app.ready;
      await untilHealthy(app, stop);
    });
    await Promise.race([Promise.all(healthy), untilAborted(stop)]);
    stop.throwIfAborted();
    say(`${apps.join(', ')} are up; their logs are in ${path.join(dataDir, 'logs')}`);
  }

  async function stopAll(): Promise<void> {
    // The gateway first: what it has taken in still needs the services to answer.
    await running.get('gateway')?.stop(GATEWAY_GRACE_MS);
    await Promise.all([...running.values()].map((app) => app.stop(APP_GRACE_MS)));
    await Promise.all(servers.map((server) => server.stop()));
  }

  return {
    stopped: run(),
    stopHard() {
      for (const app of running.values()) app.kill();
      // Postgres and NATS are ended by their own watchdogs as soon as this process is gone.
      process.exit(130);
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
