import { readMarker } from '@debrief/audio-store/audio-store';
import { DebriefError } from '@debrief/contracts/errors';
import { getAnalysis } from '@debrief/contracts/operations/coaching';
import { getTranscript, listCallOverviews } from '@debrief/contracts/operations/ingest';
import { admitsAnybody } from '@debrief/messaging/connection';
import pTimeout from 'p-timeout';
import type { ConsoleDeps } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { badge } from '../html/parts.ts';
import type { Visitor } from '../session/visitor.ts';

/** As `debrief doctor` tells it, of what can be seen from here. */
interface Finding {
  name: string;
  state: 'works' | 'could be better' | 'fails' | 'not known';
  detail: string;
}

const LOOK_TIMEOUT_MS = 3_000;
/** Works with nothing fetched (docs/transcription.md). */
const SIMPLE_ENGINE = 'pocketsphinx';

/** How well Debrief can hear and coach, what is kept, and what is not as guarded as it could be. */
export async function findingsFor(visitor: Visitor, deps: ConsoleDeps): Promise<Html> {
  const found = await Promise.all([newestCall(visitor), sound(deps), bus(deps), signIn(deps)]);
  const items = found.flat().map(
    ({ name, state, detail }) => html`<li class="list-group-item place"><div><strong>${name}</strong>
<div class="text-secondary">${detail}</div></div><div>${badges[state]}</div></li>`,
  );
  return html`<ul class="list-group list-group-flush">${items}</ul>`;
}

const badges = {
  works: badge('Works', 'green'),
  'could be better': badge('Could be better', 'yellow'),
  fails: badge('Fails', 'red'),
  'not known': badge('Not known yet', 'secondary'),
};

/** What hears and what coaches, as the newest call that is ready was heard and coached. */
async function newestCall(visitor: Visitor): Promise<Finding[]> {
  const names = ['Speech engine', 'Coach'];
  const unknown = (detail: string) => names.map((name) => ({ name, state: 'not known' as const, detail }));
  try {
    const { data } = await visitor.ask(listCallOverviews, { limit: 1, sort: 'desc', status: 'COMPLETED' });
    const id = data[0]?.call.id;
    if (id === undefined) return unknown('No call is ready yet.');
    const [transcript, { engine: coach }] = await Promise.all([
      visitor.ask(getTranscript, { kind: 'call', by: 'id', value: id }),
      visitor.ask(getAnalysis, { recording_id: id }),
    ]);
    const { engine, quality } = transcript;
    const isSimple = engine.name === SIMPLE_ENGINE;
    const heard = `The newest call was heard by ${engine.name} ${engine.version}, ${engine.model}; its transcript has ${quality} quality.`;
    const better =
      ' It understands English only, and gets more words wrong than others: your operator fetches a model with debrief models pull.';
    const fellBack = coach.fallback_reason !== null;
    return [
      {
        name: 'Speech engine',
        state: isSimple ? 'could be better' : 'works',
        detail: heard + (isSimple ? better : ''),
      },
      {
        ...{ name: 'Coach', state: fellBack ? 'could be better' : 'works' },
        detail: `The newest call was coached by ${coach.model === null ? `the built-in coach, version ${coach.version}` : `${coach.name} ${coach.version}, ${coach.model}`}${
          fellBack ? ', because the language model did not do it' : ''
        }.`,
      },
    ];
  } catch (error) {
    // Which services are away is told above, and texts may be gone.
    if (!(error instanceof DebriefError)) throw error;
    return unknown('The newest call cannot be read at the moment.');
  }
}

async function sound({ audio }: ConsoleDeps): Promise<Finding> {
  const name = 'Sound of calls';
  if (audio === null)
    return {
      name,
      state: 'could be better',
      detail: 'It is kept nowhere, so that calls can be read and not heard: your operator sets AUDIO_URL.',
    };
  const marker = await pTimeout(readMarker(audio), { milliseconds: LOOK_TIMEOUT_MS }).catch(() => undefined);
  if (marker === undefined)
    return {
      name,
      state: 'fails',
      detail: 'The store does not answer: nothing can be played, kept or uploaded.',
    };
  if (marker === null)
    return {
      name,
      state: 'fails',
      detail: 'The store has no mark of Debrief, as when it is not mounted: nothing is kept or uploaded.',
    };
  return { name, state: 'works', detail: 'The store answers.' };
}

async function bus({ config }: ConsoleDeps): Promise<Finding> {
  const name = 'Guard between the parts';
  const isOpen = await pTimeout(admitsAnybody(config.NATS_URL), { milliseconds: LOOK_TIMEOUT_MS }).catch(
    () => null,
  );
  if (isOpen === null) return { name, state: 'not known', detail: 'NATS did not say whom it lets in.' };
  if (isOpen)
    return {
      name,
      state: 'could be better',
      detail:
        'NATS lets in everybody who reaches its port: they can read every call. Your operator makes users with debrief nats config.',
    };
  if (!/^(\w+:\/\/)?console:/.test(config.NATS_URL))
    return {
      name,
      state: 'could be better',
      detail:
        'The parts share one user of NATS, so that each can do what all can. Your operator makes users with debrief nats config.',
    };
  return {
    name,
    state: 'works',
    detail: 'Each part has a user of NATS of its own, and nobody else gets in.',
  };
}

function signIn({ openId, config }: ConsoleDeps): Finding[] {
  if (openId === null) return [];
  const fault = openId.fault();
  const name = `Sign-in with ${openId.name}`;
  if (fault !== null)
    return [{ name, state: 'fails', detail: `There was ${fault}. People sign in by password alone.` }];
  return [{ name, state: 'works', detail: `${config.OIDC_ISSUER} answers.` }];
}
