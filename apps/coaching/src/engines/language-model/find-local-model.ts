import type { Logger } from '@debrief/service-kit/run';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type ConnectedModel, connectModel } from './connect-model.ts';

/** Where Ollama and llama.cpp's server listen unless they are told otherwise. */
const USUAL_ADDRESSES = ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:8080/v1'];
const LOOK_TIMEOUT_MS = 1_000;
const LOOK_AGAIN_AFTER_MS = 60_000;
/** They answer no questions. */
const EMBEDS = /embed|rerank/i;

const ModelList = Type.Object({ data: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }) })) });

export interface LocalModelOptions {
  /** Looked at first. */
  url: string | undefined;
  model: string | undefined;
  apiKey: string | undefined;
  log: Logger;
  addresses?: readonly string[];
  lookAgainAfterMs?: number;
}

/** A model server on this machine. It is looked for at once, and again by a call, once a minute while there is none. */
export interface LocalModel {
  /** `model` in place of the one that is set or listed first. */
  find(model?: string): Promise<ConnectedModel | null>;
  lost(): void;
}

interface Server {
  url: string;
  models: string[];
}

export function findLocalModel(options: LocalModelOptions): LocalModel {
  const { model: preferred, log, lookAgainAfterMs = LOOK_AGAIN_AFTER_MS } = options;
  const addresses = [options.url, ...(options.addresses ?? USUAL_ADDRESSES)].filter(
    (url) => url !== undefined,
  );
  /** The key is of the address that is set, and goes nowhere else. */
  const keyOf = (url: string) => (url === options.url ? options.apiKey : undefined);
  let found: Promise<Server | null> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let said = '';

  async function look(): Promise<Server | null> {
    const servers = await Promise.all(addresses.map((url) => listModels(url, keyOf(url))));
    const running = servers.filter((server) => server !== null);
    const server =
      running.find(({ models }) => models.some((name) => name === preferred)) ?? running[0] ?? null;
    tell(server);
    return server;
  }

  /** Once for each thing that there is to say. */
  function tell(server: Server | null): void {
    const model = server === null ? undefined : (preferred ?? server.models[0]);
    const news = JSON.stringify([server?.url, model]);
    if (news === said) return;
    said = news;
    if (server === null) log.info('no language model server on this machine; the built-in engine coaches');
    else log.info({ url: server.url, model }, 'a language model server on this machine coaches');
  }

  async function findServer(): Promise<Server | null> {
    const now = performance.now();
    const isDue = now - lookedAt >= lookAgainAfterMs;
    if (found === null || (isDue && (await found) === null)) {
      lookedAt = now;
      found = look();
    }
    return found;
  }
  void findServer();

  return {
    async find(model) {
      const server = await findServer();
      const name = model ?? preferred ?? server?.models[0];
      if (server === null || name === undefined) return null;
      return connectModel({
        engine: 'openai-compatible',
        model: name,
        url: server.url,
        apiKey: keyOf(server.url),
      });
    },
    lost() {
      if (performance.now() - lookedAt >= lookAgainAfterMs) found = null;
    },
  };
}

/** Null unless what listens there is a model server with a model that answers questions. */
async function listModels(url: string, apiKey: string | undefined): Promise<Server | null> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    });
    const list: unknown = response.ok ? await response.json() : null;
    if (!Value.Check(ModelList, list)) return null;
    const models = list.data.map(({ id }) => id).filter((id) => !EMBEDS.test(id));
    return models.length === 0 ? null : { url, models };
  } catch {
    return null;
  }
}
