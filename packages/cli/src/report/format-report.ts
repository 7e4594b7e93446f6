import type { CoachEngine, Evidence, RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { section, wrap } from './wrap.ts';

/** Whether it comes from the API or from a file. */
type PublicTranscript = Omit<TranscriptView, 'call_id'>;

/**
 * The coaching of a call as text for a terminal: first what the agent must not do, then what the call came to and what
 * to work on, every claim with the words it rests on, and the transcript last, to look things up.
 */
export function formatReport(analysis: RecordingAnalysis, transcript: PublicTranscript): string {
  const [priority, ...others] = analysis.coaching?.possible_improvements ?? [];
  const { agent } = transcript.speakers;
  // Whose name the records have was not on the line.
  const contact = isNotReached(analysis) ? 'the person who answered' : transcript.speakers.contact;
  return [
    claims('Conduct', analysis.coaching?.conduct ?? [], 'coaching.conduct', analysis),
    section('Summary', wrap(analysis.summary?.outcome.summary ?? '', '  ')),
    outcome(analysis),
    appointment(analysis),
    claims('Work on this first', priority === undefined ? [] : [priority], improvements, analysis),
    claims('Could be better, too', others, improvements, analysis, 1),
    claims('Top moments', analysis.coaching?.top_moments ?? [], 'coaching.top_moments', analysis),
    claims('Objections', analysis.objections?.outcomes ?? [], 'objections.outcomes', analysis),
    claims(`For ${agent} to do`, analysis.action_items?.primary ?? [], 'action_items.primary', analysis),
    claims(
      `For ${contact} to do`,
      analysis.action_items?.secondary ?? [],
      'action_items.secondary',
      analysis,
    ),
    rating(analysis),
    conversation(analysis),
    whoSaidWhat(transcript),
    engines(analysis, transcript),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const NOT_REACHED = ['gatekeeper', 'wrong_number'];

function isNotReached({ disposition }: RecordingAnalysis): boolean {
  return disposition?.codes?.some((code) => NOT_REACHED.includes(code)) === true;
}

const improvements = 'coaching.possible_improvements';

function whoSaidWhat(transcript: PublicTranscript): string {
  if (transcript.segments.length === 0) return section('Who said what', ['  No speech was found.']);
  const width = transcript.segments.reduce((most, { speaker }) => Math.max(most, speaker.length), 0);
  return section(
    'Who said what',
    transcript.segments.flatMap(({ speaker, start_time, text }) =>
      wrap(text, `  ${clock(start_time).padStart(5)}  ${speaker.padEnd(width)}  `),
    ),
  );
}

const unrated: Record<string, string> = {
  gatekeeper: 'Somebody else answered and did not put the call through. Such calls are not rated.',
  wrong_number: 'The person who answered was not the contact. Such calls are not rated.',
  left_voicemail: 'Nobody answered. A message is not rated.',
  no_conversation: 'Nobody answered, or nobody spoke.',
};

function whyNotRated({ disposition }: RecordingAnalysis): string {
  const [code = ''] = disposition?.codes ?? [];
  return (
    unrated[code] ?? 'Too little was said to judge it, or its rubric does not rate calls that end like this.'
  );
}

function rating(analysis: RecordingAnalysis): string {
  if (analysis.rating === undefined) return section('Not rated', [`  ${whyNotRated(analysis)}`]);
  const criteria = analysis.rating.criteria.flatMap(
    ({ id, title, applicable, score, potential_score, reasoning }) =>
      applicable
        ? [
            ...wrap(`${title}: ${reasoning}`, `  ${`${rounded(score)}/${potential_score}`.padStart(7)}  `),
            // What was not heard has no words that show it.
            ...(score > 0 ? quotes(evidenceOf(analysis, `rating.criteria.${id}`)) : []),
          ]
        : [],
  );
  return section(`Rating ${analysis.rating.outcome.toFixed(1)} of 5`, [
    ...wrap(analysis.rating.reasoning, '  '),
    ...criteria,
  ]);
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10;
}

function outcome(analysis: RecordingAnalysis): string {
  const labels = analysis.disposition?.outcomes ?? [];
  const reasoning = analysis.disposition?.reasoning ?? '';
  const evidence = labels.flatMap((_, index) => evidenceOf(analysis, `disposition.outcomes.${index}`));
  return [
    `Disposition: ${labels.join(', ') || 'no label fits'}`,
    ...wrap(timed(reasoning, evidence), '  '),
    ...quotes(evidence.filter((one) => !holds(reasoning, one) && !isOfAppointment(analysis, one))),
  ].join('\n');
}

function appointment(analysis: RecordingAnalysis): string {
  const { appointment } = analysis;
  if (appointment === undefined || appointment === null) return '';
  const at = appointment.at === null ? 'no date can be made of it' : appointment.at.replace('T', ' ');
  return section('Appointment', [
    ...wrap(`${appointment.as_agreed} (${at})`, '  '),
    ...quotes(evidenceOf(analysis, 'appointment')),
  ]);
}

/** @param first place of the first text in its section of the analysis. */
function claims(
  title: string,
  texts: readonly string[],
  claimId: string,
  analysis: RecordingAnalysis,
  first = 0,
): string {
  if (texts.length === 0) return '';
  return section(
    title,
    texts.flatMap((text, index) => {
      const all = evidenceOf(analysis, `${claimId}.${first + index}`);
      const evidence = all.filter((one) => !holds(text, one) && !isOfAppointment(analysis, one));
      return [...wrap(timed(text, all), '  - '), ...quotes(evidence)];
    }),
  );
}

/** Whether a sentence says already what was said: nobody reads the same words twice. */
function holds(text: string, { quote }: Evidence): boolean {
  return text.includes(quote.replace(/[.!,;]$/, '').replaceAll('"', "'"));
}

/** A sentence that quotes what was said, with where to find it. */
function timed(text: string, evidence: readonly Evidence[]): string {
  const held = evidence.filter((one) => holds(text, one)).map(({ start_time }) => clock(start_time));
  const times = [...new Set(held)].filter((time) => !text.includes(time));
  return times.length === 0 ? text : `${text} (${times.join(', ')})`;
}

/** Whether it stands under the appointment. */
function isOfAppointment(analysis: RecordingAnalysis, { segment_index, quote }: Evidence): boolean {
  return evidenceOf(analysis, 'appointment').some(
    (one) => one.segment_index === segment_index && one.quote === quote,
  );
}

function conversation(analysis: RecordingAnalysis): string {
  const { conversation: c, disposition } = analysis;
  if (c === undefined || c.talk_ratio === null) return '';
  const facts = [
    `agent talked ${Math.round(c.talk_ratio * 100)} % of the time`,
    c.longest_monologue_seconds !== null && `longest monologue ${Math.round(c.longest_monologue_seconds)} s`,
    // A machine tells no story.
    !disposition?.codes?.some((code) => code === 'left_voicemail' || code === 'no_conversation') &&
      c.longest_customer_story_seconds !== null &&
      `longest customer story ${Math.round(c.longest_customer_story_seconds)} s`,
    counted(c.questions, 'question'),
    c.words_per_minute !== null && `${Math.round(c.words_per_minute)} words a minute`,
    c.patience_seconds !== null && `patience ${c.patience_seconds.toFixed(1)} s`,
    counted(c.interruptions, 'interruption'),
  ].filter((fact) => fact !== false);
  return section('Conversation', wrap(facts.join(', '), '  '));
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}

function engines({ engine: coach }: RecordingAnalysis, { engine, quality }: PublicTranscript): string {
  const coached = coach === undefined ? '' : coachedBy(coach);
  // A script was typed, not recognised.
  const heard =
    engine.name === 'script' ? '' : `transcribed by ${engine.name} ${engine.version} (quality: ${quality})`;
  const sentence = [heard, coached].filter((part) => part !== '').join('; ');
  return sentence === '' ? '' : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function coachedBy({ name, version, model, fallback_reason, rubric_version }: CoachEngine): string {
  const by = `coached by ${name} ${version}${model === null ? '' : ` (${model})`}, ${rubric_version}`;
  return fallback_reason === null
    ? by
    : `${by}, in place of the language model (${fallback_reason.replaceAll('_', ' ')})`;
}

function evidenceOf(analysis: RecordingAnalysis, claimId: string): Evidence[] {
  return (analysis.evidence ?? []).filter(({ claim_id }) => claim_id === claimId);
}

function quotes(evidence: readonly Evidence[]): string[] {
  return evidence.flatMap(({ speaker, start_time, quote }) =>
    wrap(`${speaker}: "${quote}"`, `           ${clock(start_time)} `),
  );
}

/** @returns `m:ss`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
