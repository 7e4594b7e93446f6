import actionWords from './action-words.json' with { type: 'json' };
import closedWords from './closed-words.json' with { type: 'json' };

/** `action-words.json` holds what the promises and requests of the training calls w01–w08 name; the other closed classes. */
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Base forms of what people promise and ask for; an imperative starts with one of them. */
export const actionVerbs = setOf(actionWords.action_verbs);
/** Done while people talk (`hold on`, `spell it`): an item only where a later time is named. */
export const spokenOnlyVerbs = setOf(actionWords.spoken_only_verbs);
/** Too common to be a commitment by themselves: `you get more nests`. */
export const weakVerbs = setOf(actionWords.weak_verbs);
/** Heads of what is handed over, so of what `it` may stand for after `send`. */
export const things = setOf(actionWords.things);
/** Heads of who may stand behind `him`, `her` or `them`. */
export const personNouns = setOf(actionWords.people);

export const fillers = setOf(closedWords.fillers);
/** Words before a clause that say nothing of what is to be done. */
export const leads = setOf(closedWords.leads);
export const adverbs = setOf(closedWords.adverbs);
export const formsOfAddress = setOf(closedWords.address);
export const determiners = setOf(closedWords.determiners);
export const articles = setOf(closedWords.articles);
export const subjects = setOf(closedWords.subjects);
export const finiteVerbs = setOf(closedWords.finite);
export const subordinators = setOf(closedWords.subordinators);
export const prepositions = setOf(closedWords.prepositions);
export const particles = setOf(closedWords.particles);
export const danglingWords = setOf(closedWords.dangling);
export const timeWords = setOf(closedWords.times);
export const properWords = setOf(closedWords.proper);

const firstPerson = setOf("i me my mine myself we us our ours ourselves let's");
const secondPerson = setOf('you your yours yourself yourselves');
export const isFirstPerson = (word: string): boolean => firstPerson.has(word);
export const isSecondPerson = (word: string): boolean => secondPerson.has(word);

/** `sending` → `send`, where that is something people promise. */
export function baseOfIng(word: string): string | null {
  if (!word.endsWith('ing')) return null;
  const stem = word.slice(0, -3);
  const candidates = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/y$/, 'ie')];
  return candidates.find((candidate) => actionVerbs.has(candidate)) ?? null;
}

const CONSONANT_DOUBLED = new Set(['get', 'put', 'set', 'run', 'stop', 'drop', 'sit', 'cut', 'let', 'swim']);

/** `come` → `coming`. */
export function ingOf(verb: string): string {
  if (CONSONANT_DOUBLED.has(verb)) return `${verb}${verb.at(-1)}ing`;
  return `${verb.endsWith('e') && !verb.endsWith('ee') && verb !== 'be' ? verb.slice(0, -1) : verb}ing`;
}

const IRREGULAR: Record<string, string> = {
  have: 'has',
  do: 'does',
  go: 'goes',
  am: 'is',
  are: 'is',
  were: 'was',
};

/** The form after `he` or a name: `want` → `wants`. Past forms and modals stay. */
export function thirdPersonOf(verb: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (!actionVerbs.has(verb) && !['want', 'need', 'like', 'know', 'think', 'live', 'see'].includes(verb))
    return verb;
  if (/(?:s|sh|ch|x|z)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
