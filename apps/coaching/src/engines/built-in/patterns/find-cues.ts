import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { ConversationDocument, Unit } from '../text/document.ts';
import { CueIndex, type CueSource } from './cue-index.ts';
import { classes } from './word-classes.ts';

/** A cue as one speaker said it. */
export interface Cue {
  name: string;
  unit: Unit;
  /** Words of the document. */
  from: number;
  to: number;
  focus: number;
}

export interface SpeakerCueSource extends CueSource {
  role: SpeakerRole | 'any';
}

type Sources = Readonly<Record<string, SpeakerCueSource>>;

/** A lexicon of cues, each said by the agent, the contact or anyone. */
export class CueLexicon {
  readonly #roles: Map<string, SpeakerRole | 'any'>;
  readonly #index: CueIndex;

  constructor(sources: Sources) {
    this.#index = new CueIndex(sources, classes);
    this.#roles = new Map(Object.entries(sources).map(([name, { role }]) => [name, role]));
  }

  find(document: ConversationDocument): Cues {
    const cues = new Cues();
    for (const unit of document.units) {
      for (const match of this.#index.match(document.words, unit)) {
        const role = this.#roles.get(match.cue);
        if (role === 'any' || role === unit.role) {
          cues.add({
            name: match.cue,
            unit,
            from: match.from,
            to: match.to,
            focus: match.focus,
          });
        }
      }
    }
    return cues;
  }
}

/** Cues of a conversation, by name and by sentence, in the order spoken. */
export class Cues {
  readonly #byName = new Map<string, Cue[]>();
  readonly #byUnit = new Map<number, Cue[]>();

  add(cue: Cue): void {
    appendTo(this.#byName, cue.name, cue);
    appendTo(this.#byUnit, cue.unit.index, cue);
  }

  all(name: string): readonly Cue[] {
    return this.#byName.get(name) ?? [];
  }

  in(unit: Unit, name: string): Cue | undefined {
    return this.#byUnit.get(unit.index)?.find((cue) => cue.name === name);
  }

  has(unit: Unit, name: string): boolean {
    return this.in(unit, name) !== undefined;
  }
}

function appendTo<K>(map: Map<K, Cue[]>, key: K, cue: Cue): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [cue]);
  else known.push(cue);
}
