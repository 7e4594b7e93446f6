import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { asksCompany, asksWho } from '../conduct/asks-who.ts';
import { unfairActs, unfairness } from '../conduct/unfair-stretches.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { replyTo } from '../reply-to.ts';
import { findTimes } from '../times/find-times.ts';
import {
  agentStretches,
  heard,
  heardTimes,
  type Indicator,
  missing,
  noOccasion,
  type RatingInput,
  unclear,
  type Wanted,
} from './indicator.ts';

/** Who somebody is may come out late, after `who's this?`: still better than never. */
const OPENING_TURNS = 4;

function inOpening({ conversation }: RatingInput): Stretch[] {
  const own = conversation.turns.filter(({ role }) => role === 'agent').slice(0, OPENING_TURNS);
  const last = own.at(-1)?.index ?? 0;
  return agentStretches(conversation).filter(({ turn }) => turn <= last);
}

const inOpeningTurns =
  (wanted: Wanted): Indicator =>
  (input) =>
    heardTimes(inOpening(input), wanted);

/** By a phrase, or by the agent's own name, which recognition may have left intact. */
export const introducedSelf: Indicator = (input) => {
  const { conversation } = input;
  const names = namesOfPeople(conversation, 'agent');
  // `Rainey's Tree` names a company.
  const isNamed = ({ words, text: said, start: from }: Stretch) =>
    words.some((word) => names.has(word.text) && !/['’]s$/.test(said.slice(0, word.end - from)));
  const byPhrase = heardTimes(inOpening(input), { acts: ['identify_self'], from: 0.6, below: 0.15 });
  // `Titan Fitness, what's up` introduces a company; who says their name says it surely, however it was recognised.
  const isSure = (one: Stretch) => isNamed(one) || chance(one, 'identify_self') >= SURELY;
  const named = agentStretches(conversation).find(isNamed);
  const surely = byPhrase.result === 'heard' ? byPhrase.shown.find(isSure) : undefined;
  if (named === undefined && surely === undefined) return byPhrase.result === 'heard' ? unclear : byPhrase;
  if (isDragged(conversation, [named, surely])) return unclear;
  if (surely === undefined) return named === undefined ? unclear : heard([named], [named]);
  return { ...byPhrase, plain: byPhrase.plain.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a))) };
};

/** `Who's this?` right at the start is how people answer; later, or passed over, the answer is no introduction. */
const EARLY = 2;

function isDragged(conversation: Conversation, naming: readonly (Stretch | undefined)[]): boolean {
  const asked = conversation.stretches.find((one) => asksWho(one) || asksCompany(one));
  if (asked === undefined) return false;
  const first = Math.min(...naming.flatMap((one) => one?.turn ?? []));
  if (first < asked.turn) return false;
  return asked.turn > EARLY || !replyTo(conversation, asked).some(({ turn }) => turn === first);
}

/**
 * Missing only where the contact has to ask: which words are a company, nobody can hear. `Wendy! Ben Carter.` names none.
 */
export const introducedCompany: Indicator = (input) => {
  const { conversation } = input;
  const names = namesOfPeople(conversation, 'agent', 'contact');
  const saying = inOpening(input).filter(({ words }) =>
    contentWords(words.map(({ text }) => text)).some((word) => !names.has(word)),
  );
  const naming = saying.filter((one) => namesSomething(conversation, one, names));
  const found = heardTimes(naming, { acts: ['identify_company'], from: 0.8, below: 0 });
  if (found.result === 'heard') return isDragged(conversation, found.shown) ? unclear : found;
  // Who has to ask for it was not told, unless something may have named it.
  const asked = conversation.stretches.filter(asksCompany);
  const isTraced = agentStretches(conversation).some(
    (one) =>
      namesSomething(conversation, one, names) &&
      (chance(one, 'identify_company') >= TRACED ||
        isFromSomewhere(one, names) ||
        (NAME.test(one.text) && asked.some((question) => replyTo(conversation, question).includes(one)))),
  );
  return asked.length > 0 && !isTraced ? missing : found;
};

/** A company has a capital of its own, wherever capitals are written: `It's Chase, we're the number one platform` has none. */
function namesSomething(
  { transcript }: Conversation,
  { text, segment }: Stretch,
  people: ReadonlySet<string>,
): boolean {
  if (!/\p{Lu}/u.test(transcript.segments[segment]?.text ?? '')) return true;
  // `On your Silverado` names what the call is about.
  const before = text.split(ABOUT)[0] ?? '';
  const proper = before.match(/\p{Lu}[\p{L}\p{N}]*/gu) ?? [];
  return proper.some((word) => !people.has(word.toLowerCase()) && !OPENING_WORDS.has(word.toLowerCase()));
}

const ABOUT = /\b(?:about|regarding|concerning|on your|for your|with your|your)\b/i;
const SURELY = 0.9;
const TRACED = 0.3;
function isFromSomewhere({ text }: Stretch, people: ReadonlySet<string>): boolean {
  const [, named] = FROM_SOMEWHERE.exec(text) ?? [];
  return named !== undefined && !people.has(named.toLowerCase());
}

/** `Meridian.`, and not `The national one.` */
const NAME =
  /^(?!(?:The|No|Yes|It|It's|We|Just)\b)\p{Lu}[\p{L}\p{N}]*(?: \p{Lu}[\p{L}\p{N}]*){0,3}\.?$|\p{Ll} (?!I\b)\p{Lu}\p{Ll}/u;
const FROM_SOMEWHERE = /\b(?:from|with|at|of) (?:the )?(\p{Lu}\p{L}*)/u;
const OPENING_WORDS = new Set(
  'i it this hi hello hey my we you so good morning afternoon evening yeah yes no sir madam ma mr mrs ms miss dr okay oh um well and'.split(
    ' ',
  ),
);

function namesOfPeople({ transcript }: Conversation, ...roles: readonly SpeakerRole[]): Set<string> {
  const names = roles.flatMap((role) => transcript.speakers[role].toLowerCase().split(/\s+/));
  return new Set(names.filter((name) => name.length > 2));
}

/** Never missing: of labelled calls without a trace of it, most had a reason that was said in other ways. */
export const statedPurpose = inOpeningTurns({ acts: ['state_purpose'], from: 0.3, below: 0 });
const askedWhetherNow = inOpeningTurns({ acts: ['ask_permission'], from: 0.5, below: 0.1 });

const ASKS_WHETHER_NOW =
  /\b(?:is (?:now|this|it) (?:still )?(?:an? )?(?:ok(?:ay)?|all right|good|fine|bad|convenient)(?: (?:time|moment))?(?=,|\?| (?:for you|to talk)|$)|am i (?:interrupting|disturbing|catching)|did i (?:catch|interrupt|disturb)|have you got (?:a|one|two|five|ten|a few|a couple of) (?:minutes?|moments?|seconds?)|do you have (?:a|one|two|five|ten|a few|a couple of) (?:minutes?|moments?|seconds?))/i;

const OFFERS_TO_STOP =
  /\b(?:if|when|since) (?:you['’]re|you are|you['’]ve got|now['’]s|now is|this is|it['’]s) (?:driving|busy|working|at work|in the middle|not a good|a bad|bad|rushed|customers|somebody|someone)\b|\bdo you have (?:like |about |just )?(?:a|one|two|five|ten|a few|a couple of) (?:minutes?|moments?|seconds?)\b/i;

/** Whom a moment was arranged with has said when it is a good one; who asks all the same is heard. */
export const askedPermission: Indicator = (input) => {
  const plainly = inOpening(input).filter(({ text }) => ASKS_WHETHER_NOW.test(text));
  if (plainly.length > 0) return heard(plainly, plainly);
  const asked = askedWhetherNow(input);
  if (asked.result === 'heard') return asked;
  if (inOpening(input).some(wasArranged)) return noOccasion;
  // Who asks it late, or offers to stop, has not surely left it out.
  const isTraced = agentStretches(input.conversation).some(
    ({ text }) => ASKS_WHETHER_NOW.test(text) || OFFERS_TO_STOP.test(text),
  );
  return isTraced && asked.result === 'missing' ? unclear : asked;
};

/** `We said Wednesday at ten`; `I said I would call` names no moment that somebody agreed to. */
function wasArranged({ words }: Stretch): boolean {
  const texts = words.map(({ text }) => text);
  const said = texts.join(' ');
  if (APPOINTMENT.test(said)) return true;
  return ARRANGED.test(said) && findTimes(texts, false).some(({ clock }) => clock !== null);
}
const APPOINTMENT =
  /\b(?:we (?:have|had) (?:got )?an appointment|(?:as|like) (?:we )?(?:agreed|arranged)|for our appointment)\b/;
const ARRANGED =
  /\b(?:we (?:had |have )?(?:said|agreed|arranged|set up|settled)|(?:told|asked|wanted) me to (?:call|ring|phone))\b/;

const ENDING_TURNS = 3;
const farewells: readonly Act[] = ['goodbye', 'thanks'];

export const closedPolitely: Indicator = ({ conversation }) => {
  const last = conversation.turns.filter(({ role }) => role === 'agent').at(-ENDING_TURNS);
  const ending = agentStretches(conversation).filter(
    (one) => one.turn >= (last?.index ?? 0) && !isMurmur(one),
  );
  const found = heardTimes(ending, {
    acts: farewells,
    from: 0.7,
    // A promise or a friendly word at the end is no rude one.
    traces: [...farewells, 'promise', 'accept', 'recap', 'small_talk', 'honor_opt_out', 'acknowledge'],
    below: 0.15,
  });
  // A goodbye does not make a rude call a polite one.
  if (found.result === 'heard' && unfairness(conversation) >= UNFAIR) return unclear;
  return { ...found, plain: found.plain.filter((one) => isFriendly(one) && !isCorrected(conversation, one)) };
};
const UNFAIR = 0.5;

const murmurs = new Set('mm hm mhm mmhm uh huh okay ok yeah yep right'.split(' '));

/** `Mm-hm.` ends nothing. */
function isMurmur({ words }: Stretch): boolean {
  return words.every(({ text }) => murmurs.has(text));
}

/** `Thanks, Mr Adebayo.` `Hart. You were nearly there.`: the name was wrong. */
function isCorrected(conversation: Conversation, one: Stretch): boolean {
  const names = conversation.transcript.speakers.contact.toLowerCase().split(/[\s-]+/);
  const isNaming = one.words.some(({ text }) => names.includes(text));
  const [first] = replyTo(conversation, one)[0]?.words ?? [];
  return isNaming && first !== undefined && names.includes(first.text);
}

/** `You're making a mistake, ma'am` ends a call, too. */
function isFriendly(one: Stretch): boolean {
  return chance(one, ...unfairActs) < DOUBT && (one.remark?.blame ?? 0) < DOUBT;
}
const DOUBT = 0.1;
