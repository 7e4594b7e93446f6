import type { Format } from './ask-endpoint.ts';

/** A word or a part of one as an endpoint gives it; times in seconds of the window. */
export interface ReplyWord {
  text: string;
  startTime: number;
  endTime: number;
  confidence: number | null;
}

export interface ReplySegment {
  text: string;
  startTime: number;
  endTime: number;
  /** Probability that nobody speaks. */
  noSpeech: number | null;
  /** Mean of the natural logarithms of the probabilities of its tokens. */
  logProbability: number | null;
}

/** What an endpoint says of a window; lists are empty where it gives no times. */
export interface Reply {
  text: string;
  /** BCP 47; null when it says none. */
  language: string | null;
  words: ReplyWord[];
  segments: ReplySegment[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Whisper pads a window to 30 s, so that an end may be beyond the window. */
const PADDING_SECONDS = 32;
/** What endpoints count in: seconds, milliseconds, microseconds; nanoseconds in LocalAI. */
const UNITS = [1, 1e3, 1e6, 1e9];

/**
 * Reads what an endpoint answers in whichever form: OpenAI's three formats, with lists left out, nested or in other
 * units. @returns null for what is not a transcript.
 */
export function readReply(body: string, format: Format, windowSeconds: number): Reply | null {
  const text = body.trim();
  if (/^<(!doctype|html|head|body|\?xml)/i.test(text)) return null;
  if (!/^[{"[]/.test(text)) return text === '' && format !== 'text' ? null : onlyText(text);
  const value = parse(text);
  // What sounds is written in brackets, as [BLANK_AUDIO].
  if (value === undefined) return text.startsWith('[') ? onlyText(text) : null;
  if (typeof value === 'string') return onlyText(value.trim());
  return isFields(value) ? readFields(value, windowSeconds) : null;
}

function onlyText(text: string): Reply {
  return { text, language: null, words: [], segments: [] };
}

function readFields(fields: Fields, windowSeconds: number): Reply | null {
  const segments = listOf(fields.segments);
  const ownWords = listOf(fields.words);
  const words = ownWords.length > 0 ? ownWords : segments.flatMap((segment) => listOf(segment.words));
  const texts = segments.map((segment) => stringIn(segment.text));
  if (typeof fields.text !== 'string' && segments.length === 0) return null;
  const timed = inSeconds([...words, ...segments], windowSeconds);
  const language = stringIn(fields.language) || stringIn(fields.detected_language);
  return {
    text: typeof fields.text === 'string' ? fields.text.trim() : texts.join(' ').trim(),
    language: languageTag(language),
    words:
      timed === null
        ? []
        : words.map((word) => ({ ...timed(word), text: textOf(word), confidence: sureness(word) })),
    segments:
      timed === null
        ? []
        : segments.map((segment) => ({
            ...timed(segment),
            text: stringIn(segment.text),
            noSpeech: numberIn(segment.no_speech_prob),
            logProbability: numberIn(segment.avg_logprob),
          })),
  };
}

/** Null where a time is missing, or all are the same. */
function inSeconds(
  items: readonly Fields[],
  windowSeconds: number,
): ((item: Fields) => { startTime: number; endTime: number }) | null {
  const startOf = (item: Fields) => timeIn(item.start ?? item.start_time);
  const endOf = (item: Fields) => timeIn(item.end ?? item.end_time);
  const times = items.flatMap((item) => [startOf(item), endOf(item)]);
  if (items.length === 0 || times.includes(null)) return null;
  const last = times.reduce<number>((most, time) => Math.max(most, time ?? 0), 0);
  const unit = UNITS.find((one) => last / one <= windowSeconds + PADDING_SECONDS);
  if (unit === undefined || last === 0) return null;
  const within = (time: number | null) => Math.min(windowSeconds, Math.max(0, (time ?? 0) / unit));
  return (item) => {
    const startTime = within(startOf(item));
    return { startTime, endTime: Math.max(startTime, within(endOf(item))) };
  };
}

/** A number, also as a string, or `00:00:01.5`. */
function timeIn(value: unknown): number | null {
  const [, hours = '0', minutes = '0', seconds] =
    /^(?:(?:(\d+):)?(\d+):)?(\d+(?:[.,]\d+)?)s?$/.exec(stringIn(value).trim()) ?? [];
  if (seconds === undefined) return numberIn(value);
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

function textOf(word: Fields): string {
  return stringIn(word.word) || stringIn(word.text);
}

function sureness(word: Fields): number | null {
  const value = numberIn(word.probability ?? word.confidence);
  return value === null ? null : Math.min(1, Math.max(0, value));
}

let tags: ReadonlyMap<string, string> | null = null;

/** Whisper writes `english` where others write `en`. */
function languageTag(language: string): string | null {
  const name = language.trim().toLowerCase();
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(name)) return Intl.getCanonicalLocales(name)[0] ?? null;
  tags ??= new Map(namedLanguages());
  return tags.get(name) ?? null;
}

function* namedLanguages(): Generator<[string, string]> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = [...letters.flatMap((one) => letters.map((other) => one + other)), 'haw', 'yue'];
  for (const code of codes) {
    const name = names.of(code);
    const [tag] = Intl.getCanonicalLocales(code);
    if (name !== undefined && tag === code) yield [name.toLowerCase(), code];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
