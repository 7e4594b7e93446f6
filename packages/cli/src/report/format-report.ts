import type { Evidence, RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';

/** Whether it comes from the API or from a file. */
type PublicTranscript = Omit<TranscriptView, 'call_id'>;

const WIDTH = 100;

/** The coaching of a call as text for a terminal: every claim with the words it rests on. */
export function formatReport(analysis: RecordingAnalysis, transcript: PublicTranscript): string {
  return [
    whoSaidWhat(transcript),
    rating(analysis),
    outcome(analysis),
    claims('Objections', analysis.objections?.outcomes ?? [], 'objections.outcomes', analysis),
    claims('Action items', analysis.action_items?.primary ?? [], 'action_items.primary', analysis),
    claims('Also to follow up', analysis.action_items?.secondary ?? [], 'action_items.secondary', analysis),
    claims('Top moments', analysis.coaching?.top_moments ?? [], 'coaching.top_moments', analysis),
    claims(
      'Could be better',
      analysis.coaching?.possible_improvements ?? [],
      'coaching.possible_improvements',
      analysis,
    ),
    section('Summary', wrap(analysis.summary?.outcome.summary ?? '', '  ')),
    conversation(analysis),
    engines(analysis, transcript),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function whoSaidWhat(transcript: PublicTranscript): string {
  if (transcript.segments.length === 0) return section('Who said what', ['  No speech was found.']);
  const width = Math.max(...transcript.segments.map(({ speaker }) => speaker.length));
  return section(
    'Who said what',
    transcript.segments.flatMap(({ speaker, start_time, text }) =>
      wrap(text, `  ${clock(start_time)}  ${speaker.padEnd(width)}  `),
    ),
  );
}

function rating(analysis: RecordingAnalysis): string {
  if (analysis.rating === undefined) return section('Rating', ['  None: too little was said to rate.']);
  const criteria = analysis.rating.criteria.flatMap(
    ({ id, title, applicable, score, potential_score, reasoning }) =>
      applicable
        ? [
            ...wrap(`${title}: ${reasoning}`, `  ${`${score}/${potential_score}`.padStart(7)}  `),
            ...quotes(evidenceOf(analysis, `rating.criteria.${id}`)),
          ]
        : [],
  );
  return section(`Rating ${analysis.rating.outcome.toFixed(1)} of 5`, [
    ...wrap(analysis.rating.reasoning, '  '),
    ...criteria,
  ]);
}

function outcome(analysis: RecordingAnalysis): string {
  const labels = analysis.disposition?.outcomes ?? [];
  const evidence = labels.flatMap((_, index) => evidenceOf(analysis, `disposition.outcomes.${index}`));
  return section(`Disposition: ${labels.join(', ')}`, [
    ...wrap(analysis.disposition?.reasoning ?? '', '  '),
    ...quotes(evidence),
  ]);
}

function claims(
  title: string,
  texts: readonly string[],
  claimId: string,
  analysis: RecordingAnalysis,
): string {
  if (texts.length === 0) return '';
  return section(
    title,
    texts.flatMap((text, index) => [
      ...wrap(text, '  - '),
      ...quotes(evidenceOf(analysis, `${claimId}.${index}`)),
    ]),
  );
}

function conversation(analysis: RecordingAnalysis): string {
  const { conversation: c } = analysis;
  if (c === undefined || c.talk_ratio === null) return '';
  const facts = [
    `agent talked ${Math.round(c.talk_ratio * 100)} % of the time`,
    c.longest_monologue_seconds !== null && `longest monologue ${Math.round(c.longest_monologue_seconds)} s`,
    c.longest_customer_story_seconds !== null &&
      `longest customer story ${Math.round(c.longest_customer_story_seconds)} s`,
    `${c.questions} questions`,
    c.words_per_minute !== null && `${Math.round(c.words_per_minute)} words a minute`,
    c.patience_seconds !== null && `patience ${c.patience_seconds.toFixed(1)} s`,
    `${c.interruptions} interruptions`,
  ].filter((fact) => fact !== false);
  return section('Conversation', wrap(facts.join(', '), '  '));
}

function engines(analysis: RecordingAnalysis, transcript: PublicTranscript): string {
  const { engine } = transcript;
  const coach =
    analysis.engine === undefined ? '' : `; coached by ${analysis.engine.name} ${analysis.engine.version}`;
  return `Transcribed by ${engine.name} ${engine.version} (quality: ${transcript.quality})${coach}.`;
}

function evidenceOf(analysis: RecordingAnalysis, claimId: string): Evidence[] {
  return (analysis.evidence ?? []).filter(({ claim_id }) => claim_id === claimId);
}

function quotes(evidence: readonly Evidence[]): string[] {
  return evidence.flatMap(({ speaker, start_time, quote }) =>
    wrap(`${speaker}: "${quote}"`, `           ${clock(start_time)} `),
  );
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}

/** @returns `m:ss`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** Lines of at most 100 columns; the first begins with the prefix, the others are indented as far. */
function wrap(text: string, prefix: string): string[] {
  const lines: string[] = [];
  let line = prefix;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(prefix.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].filter((part) => part !== '');
}
