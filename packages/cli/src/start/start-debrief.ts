import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { claimFolder, releaseFolder } from '@debrief/local/folder-owner';
import pTimeout from 'p-timeout';
import { createStatusLine } from '../report/status-line.ts';
import {
  type AppName,
  appEntry,
  appEnvironment,
  apps,
  consoleUrl,
  prepareSurroundings,
  services,
  workers,
} from './apps.ts';
import { demonstrate } from './demonstrate.ts';
import type { StartOptions } from './options.ts';
import { publicPort } from './public-port.ts';
import { readSecrets } from './secrets.ts';
import { createStackWriter, type StackWriter } from './stack-writer.ts';
import { type NatsUrlOf, startServers } from './start-servers.ts';
import { stopAll } from './stop-all.ts';
import { type SupervisedApp, superviseApp } from './supervise-app.ts';
import type { SupervisedServer } from './supervise-server.ts';
import { waitUntilReady } from './wait-until-ready.ts';

const FIRST_OWNER =
  'npm run -s debrief -- members add --organization ID --role owner --email E-MAIL --name NAME';

export interface RunningDebrief {
  /** Resolves when everything has stopped on request; rejects with the reason when Debrief cannot start. */
  readonly stopped: Promise<void>;
  /** Ends everything at once. */
  stopNow(): never;
}

/** Starts Debrief and keeps it running until `stop` is aborted. */
export function startDebrief(options: StartOptions, stop: AbortSignal): RunningDebrief {
  const { dataDir } = options;
  const running = new Map<AppName, SupervisedApp>();
  const servers: SupervisedServer[] = [];
  const status = createStatusLine(process.stdout);
  let isReady = false;
  const say = (line: string): void => {
    status.clear();
    process.stdout.write(`${line}\n`);
  };

  async function run(): Promise<void> {
    // Started by root, Postgres runs as another user, who must pass through.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    claimFolder(dataDir, 'Debrief');
    const stack = createStackWriter(dataDir);
    try {
      void fetchInBackground();
      await start(stack);
      if (!stop.aborted) await once(stop, 'abort');
    } catch (error) {
      if (!stop.aborted) throw error;
    } finally {
      stack.remove();
      await stopAll(
        [...running].map(([app, supervised]) => ({ app, supervised })),
        servers,
      );
      releaseFolder(dataDir);
    }
  }

  async function fetchInBackground(): Promise<void> {
    if (!mayFetchModels(options)) return;
    // Loaded here: it takes the HTTP client, which no start without it needs.
    const { fetchModels } = await import('./fetch-models.ts');
    // A bar would be drawn over what the start and the demo print; it is shown when they have ended.
    const draw = (line: string): void => void (isReady && status.show(line));
    await fetchModels({ say, showProgress: process.stdout.isTTY ? draw : null, signal: stop });
  }

  async function start(stack: StackWriter): Promise<void> {
    // An earlier start that was killed has left its own.
    stack.remove();
    const port = await publicPort(options.port, '--port');
    let consolePort = await publicPort(options.consolePort, '--console-port');
    // Both were free when they were asked for, which may have been the same one.
    if (consolePort === port) consolePort = await publicPort(0, '--console-port');
    const { allowDownload } = options;
    const { rolePassword, natsPassword } = readSecrets(dataDir);
    const surroundings = await prepareSurroundings({ dataDir, port, consolePort, allowDownload });
    const { mailDir } = surroundings;
    const startApps = (
      names: readonly AppName[],
      natsUrlOf: NatsUrlOf,
      databaseUrls: Record<string, string>,
    ) => {
      for (const name of names) {
        const env = appEnvironment(name, { ...surroundings, natsUrl: natsUrlOf(name), databaseUrls });
        const onChange = () => stack.update();
        running.set(name, superviseApp({ name, entry: appEntry(name), env, dataDir, say, onChange }));
      }
    };

    const { nats, natsUrlOf, postgres, databaseUrls } = await startServers({
      dataDir,
      services,
      rolePassword,
      natsPassword,
      say,
      onUp: (server) => servers.push(server),
      onNatsUp(urlOf) {
        // These need no Postgres, so they load while it is starting.
        if (!stop.aborted) startApps(workers, urlOf, {});
      },
      onChange: () => stack.update(),
      stop,
    });
    stop.throwIfAborted();
    startApps(services, natsUrlOf, databaseUrls);
    const natsUrl = natsUrlOf('operator');
    await allReady();
    say(`${apps.join(', ')} are up; their logs are in ${path.join(dataDir, 'logs')}`);
    say('Recordings may be downloaded from public addresses and, for a local trial, from this machine');
    if (mailDir !== null) say(`E-mails are written to ${mailDir}; set SMTP_URL to send them`);

    const consoleAt = process.env.WEB_APP_URL || consoleUrl(consolePort);
    const baseUrl = `http://127.0.0.1:${port}/api/v1`;
    stack.turnOn(() => ({
      base_url: baseUrl,
      console_url: consoleAt,
      nats_url: natsUrl,
      database_url: postgres.url,
      processes: apps.flatMap((name) => running.get(name)?.process() ?? []),
      servers: [
        { name: 'postgres', pid: postgres.pid() },
        { name: 'nats', pid: nats.pid() },
      ],
    }));
    const demo = options.demo ? await demonstrate({ baseUrl, consoleAt, natsUrl, dataDir, stop, say }) : null;
    say(`Debrief is ready at ${baseUrl}`);
    const reference = `API reference:  http://127.0.0.1:${port}/docs`;
    const next = demo?.next ?? [`Console:        ${consoleAt}`, `Its first user: ${FIRST_OWNER}`];
    for (const line of [reference, ...next, 'Press Ctrl-C to stop Debrief.']) say(line);
    isReady = true;
    await demo?.later();
  }

  async function allReady(): Promise<void> {
    const ready = [...running.values()].map(async (app) => {
      await app.ready;
      await waitUntilReady(app, stop);
    });
    await pTimeout(Promise.all(ready), { milliseconds: Number.POSITIVE_INFINITY, signal: stop });
  }

  return {
    stopped: run(),
    stopNow() {
      for (const app of running.values()) app.kill();
      // The watchdogs of Postgres and NATS stop them as soon as this process has ended.
      process.exit(130);
    },
  };
}

/** Tests start with temporary data, and fetch nothing unless they ask for it. */
export function mayFetchModels({ models }: Pick<StartOptions, 'models'>, env = process.env): boolean {
  const { TEMPORARY_DATA, FETCH_MODELS = TEMPORARY_DATA === 'true' ? 'false' : 'true' } = env;
  return models && FETCH_MODELS !== 'false';
}
