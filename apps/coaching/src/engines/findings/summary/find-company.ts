import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';

const NAME = String.raw`(?:St\.\s+)?\p{Lu}[\p{L}\p{N}'’-]*`;
const COMPANY = String.raw`${NAME}(?:\s+(?:(?:and|of|the|of\s+the|&)\s+)?${NAME})*`;
const AFTER_PREPOSITION = new RegExp(
  String.raw`\b(?<!\b(?:down|based) )(?:[Ww]ith|[Ff]rom|[Aa]t|for|calling|behalf of),?\s+(?:(?:uh|um|er|erm),\s+)?((?:the\s+)?${COMPANY})`,
  'gu',
);
/** `Home Shield and I'm calling`. */
const AND_I = /\s+(?:and|of|the|&)\s+I\b.*$/u;
const AT_START = new RegExp(String.raw`^(?:[^,.]{0,20}[,.]\s+)?(${COMPANY})[,.]`, 'u');
/** Who picks up says first where: `Hutchins Ford in Paducah, this is Wade.` */
const PICKED_UP = new RegExp(String.raw`^(${COMPANY})(?:\s+(?:in|on|of|at)\s+${NAME}|\s+\p{Ll}+){0,2},`, 'u');
const GOES_ON =
  /^\s+(?!(?:here|in|over|on|out|down|up|calling|and|how|again|at|with|we|i|is|the|speaking|this|near|by|about|just|ma['’]?am|madam|sir|love|mate)\b)\p{Ll}/u;
const NOT_A_COMPANY =
  /^(?:Congratulations|Dr|Mr|Mister|Mrs|Ms|Miss|Madam|Madame|Sister|Father|Sir|St$|No|Right|So|Well|Lovely|Okay|Hi|Hello|Hey|Good|Great|Morning|Afternoon|Evening|Thanks|Thank|Sorry|I|I'm|I’m|It|It's|It’s|This|Your|Our|My|We|How|Who|What|Is|Are|Yeah|Yes|God|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)\b/;
/** `From the Security Department` names nobody's. */
const DEPARTMENT = /^(?:the\s+)?\S+ (?:Department|Team|Desk)$/i;
const SAID_FROM = 0.45;
/** `Brent, RankRocket.` is unlike what was learnt. */
const AFTER_NAME_FROM = 0.3;

/** The agent's company as it was written. Null without capitals: a name in lower case has no visible end. */
export function findCompany(conversation: Conversation): { name: string; stretch: Stretch } | null {
  const { agent, contact } = conversation.transcript.speakers;
  const own = new Set(agent.split(/\s+/));
  const others = new Set(contact.split(/\s+/));
  const afterName = afterNameOf(agent);
  const isCompany = (one: string): boolean => {
    const name = one.replace(/^(?:From\s+)?the\s+/i, '');
    const words = name.split(/\s/);
    // `Burdette and Sons` is named after the agent, `Tammy` and `Tammy Burdette` are the agent.
    const isAgent = words[0] === agent.split(/\s+/)[0] || words.every((word) => own.has(word));
    return (
      !NOT_A_COMPANY.test(name) &&
      !DEPARTMENT.test(name) &&
      !isAgent &&
      !words.some((word) => others.has(word)) &&
      !isThing(conversation, name)
    );
  };
  for (const stretch of conversation.stretches) {
    const probability = chance(stretch, 'identify_company');
    if (stretch.role !== 'agent' || probability < AFTER_NAME_FROM) continue;
    const candidates = probability < SAID_FROM ? [] : afterPrepositions(stretch.text);
    const named = afterName.exec(stretch.text)?.[1];
    // `Gemma Hardcastle, Pennine Lifts, from Stourton`: what comes after the name first.
    if (named !== undefined) candidates.unshift(named);
    if (probability >= SAID_FROM) candidates.push(...atStart(stretch));
    const name = candidates.find(isCompany);
    if (name !== undefined) return { name, stretch };
  }
  return null;
}

function afterPrepositions(text: string): string[] {
  return [...text.matchAll(AFTER_PREPOSITION)].flatMap(({ 0: all, 1: name = '', index }) => {
    // `the Texas energy relief program` goes on in lower case: its end is not visible.
    const isOpen = GOES_ON.test(text.slice(index + all.length));
    return isOpen ? [] : [name.replace(AND_I, '')];
  });
}

/** `Gail Petrovich, Ohio Valley Copier.`, `Steph, Parcelway.` */
function afterNameOf(agent: string): RegExp {
  const names = agent.split(/\s+/).map((name) => name.replaceAll(/[^\p{L}\p{N}'’-]/gu, '.'));
  return new RegExp(
    String.raw`\b(?:${[names.join(String.raw`\s+`), ...names].join('|')})(?:\s+here)?,\s+(?:the\s+)?(${COMPANY})(?=[,.!?]|\s+(?:in|on)\s+\p{Lu}|$)`,
    'u',
  );
}

/** Of one word it may be anybody's name. */
function atStart({ text, turn }: Stretch): string[] {
  return [AT_START.exec(text)?.[1], turn === 0 ? PICKED_UP.exec(text)?.[1] : undefined].filter(
    (name) => name?.includes(' ') === true,
  ) as string[];
}

/** `That Equinox`, `a RAV4`: what is pointed at or counted is sold, and sells nothing. */
function isThing({ stretches }: Conversation, name: string): boolean {
  const words = splitWords(name).map(({ text }) => text);
  return stretches.some((stretch) =>
    stretch.words.some(
      ({ text }, i) =>
        POINTING.has(text) &&
        words.every((word, k) => stretch.words[i + 1 + k]?.text === word) &&
        words.length < 3,
    ),
  );
}

const POINTING = new Set('a an that this these those your my his her their another any'.split(' '));
