import type { Cadence } from '@debrief/contracts/resources/access';

const MOST_WORDS = 30;
/** For so few more nothing is cut. */
const GRACE = 5;
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
  ...['September', 'October', 'November', 'December'],
];

/** Verbatim, in quotation marks; a long one up to a word's end, and one from within a sentence with dots before it. */
export function quoted({ quote }: { readonly quote: string }): string {
  const opened = /^\p{Ll}.*[.?!]$/su.test(quote.trim()) ? '… ' : '';
  const words = quote.trim().replaceAll(/["“”]/g, "'").split(/\s+/);
  if (words.length <= MOST_WORDS + GRACE) return `“${opened}${words.join(' ').replace(/[,;:]$/, '')}”`;
  return `“${opened}${words
    .slice(0, MOST_WORDS)
    .join(' ')
    .replace(/[,;:.]$/, '')} …”`;
}

/** Whether it would be told up to a word in its midst. */
export function isTooLong(words: string): boolean {
  return words.trim().split(/\s+/).length > MOST_WORDS + GRACE;
}

/** What is written with straight marks. */
export function withQuotationMarks(text: string): string {
  return text.replaceAll(/"([^"]*)"/g, '“$1”');
}

/** `My nephew's in Boca. Hey! Not there, in the walk-in`: what is called to somebody else is of no use to a reader. */
export function withoutAsides(text: string): string {
  return text.replaceAll(/“([^”]*)”/g, (whole, words: string) => {
    const at = words.search(
      /(?<=[.?!]) (?:hey!|hang on|hold on|one (?:sec|second|moment)|sorry,? (?:hang|hold|one))/i,
    );
    return at <= 0 ? whole : `“${words.slice(0, at).replace(/\.$/, '')}”`;
  });
}

const CALM = /\b([Ss]ay|[Aa]sk) “There is no hurry, and the decision is yours”/g;

/** In place of a threat or a deadline nothing is left to decide about: the advice has a question that can stand there. */
export function withFittingLine(advice: string): string {
  return advice.replaceAll(
    CALM,
    (_, verb: string) =>
      `${verb.startsWith('S') || verb === 'Ask' ? 'Ask' : 'ask'} “What would you want to know before you decide?”`,
  );
}

/** The same inside a sentence. */
export function quotedWithin(quote: { readonly quote: string }): string {
  return quoted(quote).replace(/\.”$/, '”');
}

/** A rubric's phrase, which addresses the agent, for somebody else. */
export function ofAgent(phrase: string): string {
  return phrase
    .replaceAll(/\byou are\b/g, 'the agent is')
    .replaceAll(/\byou have\b/g, 'the agent has')
    .replaceAll(/\byour\b/g, 'the agent’s')
    .replaceAll(/\byou\b/g, 'the agent');
}

/** With a full stop, unless what is quoted at its end has one. */
export function sentence(text: string): string {
  return /[.?!…]["”']?$/.test(text) ? text : `${text}.`;
}

/** `12 November`. */
export function dayName(instant: string): string {
  return `${Number(instant.slice(8, 10))} ${monthName(instant)}`;
}

/** `10, 12 and 13 November`. */
export function daysNamed(instants: readonly string[]): string {
  const days = [...new Set(instants.map(dayName))];
  const months = new Set(days.map((day) => day.split(' ')[1]));
  if (months.size > 1) return listed(days);
  return `${listed(days.map((day) => day.split(' ')[0] ?? ''))} ${[...months].join('')}`;
}

interface DatedCall {
  readonly user_id: string;
  readonly agent: string;
  readonly occurred_at: string;
}

/** A longer list of them says no more. */
const MOST_AGENTS = 3;

/**
 * `a call of Ben on 10 November and calls of David on 10 and 12 November`: by agent and day, which stay when a call is erased; of
 * many agents those with most calls, and how many there are besides.
 */
export function callsOfAgents(calls: readonly DatedCall[]): string {
  const byAgent = [...Map.groupBy(calls, ({ user_id }) => user_id).values()];
  const nameIn = nameAmong(byAgent.map(([first]) => first?.agent ?? ''));
  const most = new Set(byAgent.toSorted((a, b) => b.length - a.length).slice(0, MOST_AGENTS));
  const named = byAgent
    .filter((own) => most.has(own))
    .map((own) => {
      const days = daysNamed(own.map(({ occurred_at }) => occurred_at));
      return `${own.length === 1 ? 'a call' : 'calls'} of ${nameIn(own[0]?.agent ?? '')} on ${days}`;
    });
  const others = byAgent.length - named.length;
  return listed(others === 0 ? named : [...named, `calls of ${others} more`]);
}

/** The first name, unless two of them share it. */
function nameAmong(names: readonly string[]): (name: string) => string {
  return (name) =>
    names.filter((one) => firstName(one) === firstName(name)).length > 1 ? name : firstName(name);
}

/** Of more, these are named. */
const MOST_CALLS = 4;

/** `Ben's calls with Rob on 9 November and Grace on 10 November, and David's call with Paul on 10 November`; the newest of many. */
export function callsNamed(calls: readonly (DatedCall & { readonly contact: string })[]): string {
  const told = calls.slice(-MOST_CALLS);
  const byAgent = [...Map.groupBy(told, ({ user_id }) => user_id).values()];
  const nameIn = nameAmong(byAgent.map(([first]) => first?.agent ?? ''));
  const named = byAgent.map((own) => {
    const whose = `${nameIn(own[0]?.agent ?? '')}'s ${own.length === 1 ? 'call' : 'calls'}`;
    return `${whose} ${withContacts(own)}`;
  });
  const more = calls.length - told.length;
  return listedApart(more === 0 ? named : [...named, `${counted(more, 'more call')}`]);
}

/** `with Rob on 9 November and Grace on 10 November`. */
export function withContacts(calls: readonly { contact: string; occurred_at: string }[]): string {
  const known = calls.filter((call) => contactOf(call) !== NAMELESS_CONTACT);
  const others = calls.filter((call) => contactOf(call) === NAMELESS_CONTACT);
  const withNames = known.map((call) => `${contactOf(call)} on ${dayName(call.occurred_at)}`);
  const days = others.length === 0 ? [] : [`of ${daysNamed(others.map(({ occurred_at }) => occurred_at))}`];
  return listed([...(withNames.length === 0 ? [] : [`with ${listed(withNames)}`]), ...days]);
}

/** With commas between parts that have an `and` of their own. */
function listedApart(parts: readonly string[]): string {
  return parts.some((part) => / and /.test(part)) && parts.length > 1
    ? `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`
    : listed(parts);
}

const WEEKDAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/;

const ORDINAL =
  /(?<=day),? the (?:(?:twenty|thirty)-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth)\b/i;

/** `Saturday 14 November at two`: read a week later, a weekday alone is another day. */
export function timeNamed(said: string, at: string | null | undefined): string {
  // `Sunday the thirty-first at eleven` has the day of the month already.
  const agreed = at == null ? said : said.replace(ORDINAL, '');
  if (at == null || /\d(?:st|nd|rd|th)\b/.test(agreed) || agreed.includes(monthName(at))) return agreed;
  return WEEKDAY.test(agreed) ? agreed.replace(WEEKDAY, `$& ${dayName(at)}`) : `${agreed} (${dayName(at)})`;
}

/** `November`. */
export function monthName(day: string): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

export function periodName(cadence: Cadence, start: string): string {
  const year = start.slice(0, 4);
  const month = monthName(start);
  switch (cadence) {
    case 'weekly':
      return `the week of ${dayName(start)} ${year}`;
    case 'semimonthly':
      return `the ${start.endsWith('-01') ? 'first' : 'second'} half of ${month} ${year}`;
    case 'monthly':
      return `${month} ${year}`;
  }
}

export const lengthName: Readonly<Record<Cadence, string>> = {
  weekly: 'week',
  semimonthly: 'half month',
  monthly: 'month',
};

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `3 calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** One decimal says as much as a probability can. */
export function decimal(number: number): string {
  return String(Math.round(number * 10) / 10);
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

const NAMELESS =
  /^(?:contact|customer|client|caller|speaker.*|unknown|(?:wo)?man|lady|voice ?mail|mailbox|person|somebody|receptionist)$/i;

export const NAMELESS_CONTACT = 'the contact';

/** First name of the contact, as the report of the call uses it. */
export function contactOf({ contact }: { readonly contact: string }): string {
  const name = contact.trim();
  return name === '' || NAMELESS.test(name) ? NAMELESS_CONTACT : firstName(name);
}

export function firstName(name: string): string {
  const [first = name, ...others] = name.trim().split(/\s+/);
  return /^(?:mr|mrs|ms|miss|dr|prof|pastor|rev|reverend|father|sister|rabbi|captain|chief|officer)\.?$/i.test(
    first,
  ) && others.length > 0
    ? name.trim()
    : first;
}

/** Two agents are not told the same in the same words: which of several each is told in. */
export function variantOf(userId: string, several: number): number {
  return [...userId].reduce((all, letter) => all + letter.charCodeAt(0), 1) % several;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
