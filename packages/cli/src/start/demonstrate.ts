import type { ShownDemo } from './run-demo.ts';

interface Demonstrated {
  /** What to try, one item a line. */
  next: string[];
  /** What takes longer than the rest. */
  later: () => Promise<void>;
}

/** Shows the demo on the first start. A failure is reported and leaves Debrief running. */
export async function demonstrate(o: {
  baseUrl: string;
  consoleAt: string;
  natsUrl: string;
  dataDir: string;
  stop: AbortSignal;
  say: (line: string) => void;
}): Promise<Demonstrated> {
  // Loaded here: it takes 0.2 s, which a start without the demo saves.
  const { runDemo } = await import('./run-demo.ts');
  const { teamNews } = await import('./team-news.ts');
  const later = async (coachTeam: ShownDemo['coachTeam']): Promise<void> => {
    if (coachTeam === null) return;
    o.say('\nCoaching a sample team: a few weeks of calls of three agents…');
    try {
      for (const line of teamNews(await coachTeam(), o)) o.say(line);
    } catch (error) {
      o.stop.throwIfAborted();
      o.say(
        `The sample team could not be coached, and the next start tries again: ${(error as Error).message}`,
      );
    }
  };
  try {
    // Tests start with temporary data, and most of them need no team.
    const withTeam = process.env.TEMPORARY_DATA !== 'true';
    const { key, callEventId, signIn, coachTeam } = await runDemo({ ...o, withTeam, signal: o.stop });
    const path = callEventId === null ? 'calls' : `calls/call_event_id:${callEventId}/analysis`;
    const next = [
      `Read-write key: ${key}`,
      `Try:            curl -H 'x-api-key: ${key}' ${o.baseUrl}/${path}`,
      `Console:        ${o.consoleAt}`,
      `Sign in, once:  ${signIn}`,
    ];
    return { next, later: () => later(coachTeam) };
  } catch (error) {
    o.stop.throwIfAborted();
    return {
      next: [`The demo failed: ${(error as Error).message}`, `Console:        ${o.consoleAt}`],
      later: async () => {},
    };
  }
}
