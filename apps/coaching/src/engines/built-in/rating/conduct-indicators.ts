import { interruptingTurns } from '../../findings/statistics/interruptions.ts';
import { type SpeechTurn, speechTurns } from '../../findings/statistics/speech-turns.ts';
import { type Quote, quoteUnit } from '../evidence/claim.ts';
import type { ConversationDocument } from '../text/document.ts';
import { storyQuote } from './discovery-indicators.ts';
import { heard, type Indicator, missing, notApplicable, quoteCues } from './indicator.ts';

/** Conversation studies put good sales calls near 43 % agent talk; the band allows for short calls. */
const TALK_RATIO = { low: 0.25, high: 0.65, tooHigh: 0.78 };
const MONOLOGUE_SECONDS = 75;
const INTERRUPTIONS_ALLOWED = 1;

export const balancedTalk: Indicator = ({ reading, conversation }) => {
  const share = conversation.talk_ratio;
  if (share === null) return notApplicable;
  const longest = longestAgentTurn(reading.document);
  const where = longest === undefined ? undefined : segmentQuote(reading.document, longest.segment);
  if (share > TALK_RATIO.tooHigh || share < TALK_RATIO.low / 2) return missing(where);
  const balanced = share >= TALK_RATIO.low && share <= TALK_RATIO.high;
  return heard(where === undefined ? [] : [where], balanced ? 1 : 0.5);
};

export const keptTurnsShort: Indicator = ({ reading, conversation }) => {
  const longest = longestAgentTurn(reading.document);
  if (longest === undefined || conversation.longest_monologue_seconds === null) return notApplicable;
  const where = segmentQuote(reading.document, longest.segment);
  return conversation.longest_monologue_seconds > MONOLOGUE_SECONDS
    ? missing(where)
    : heard(where === undefined ? [] : [where]);
};

export const letContactFinish: Indicator = ({ reading }) => {
  const { document } = reading;
  const own = interruptingTurns(speechTurns(document.transcript.segments)).filter(
    ({ role }) => role === 'agent',
  );
  if (document.turns.length < 4) return notApplicable;
  if (own.length > INTERRUPTIONS_ALLOWED)
    return missing(segmentQuote(document, (own[0] as SpeechTurn).segment));
  const story = storyQuote(reading);
  return heard(story === undefined ? [] : [story]);
};

export const showedEmpathy: Indicator = ({ reading }) => {
  const found = quoteCues(reading.document, reading.cues.all('empathy'), 3);
  return found.length === 0
    ? missing(storyQuote(reading))
    : heard(found, Math.min(1, found.length / 2), storyQuote(reading));
};

function longestAgentTurn(document: ConversationDocument): SpeechTurn | undefined {
  let longest: SpeechTurn | undefined;
  for (const turn of speechTurns(document.transcript.segments)) {
    if (
      turn.role === 'agent' &&
      (longest === undefined || turn.end - turn.start > longest.end - longest.start)
    )
      longest = turn;
  }
  return longest;
}

function segmentQuote(document: ConversationDocument, segment: number): Quote | undefined {
  const unit =
    document.units.find((own) => document.words[own.from]?.segment === segment) ??
    document.units.find((own) => (document.words[own.to - 1]?.segment ?? 0) >= segment);
  return unit === undefined ? undefined : quoteUnit(document, unit);
}
