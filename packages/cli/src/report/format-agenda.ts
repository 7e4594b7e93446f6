import type { AgendaAnswers, AgendaContent, Moment } from '@debrief/contracts/resources/agenda-content';
import { clock } from './format-report.ts';
import { section, wrap } from './wrap.ts';

/** An agenda as text for a terminal: what went well first, the questions with where each moment is, the drill last. */
export function formatAgenda(
  content: AgendaContent,
  answers: AgendaAnswers | null,
  summary: string | null,
): string {
  const { overview, follow_up, wins, improvements, questions, drill } = content;
  return [
    wrap(overview, '').join('\n'),
    section('Since the last agenda', follow_up === null ? [] : wrap(follow_up, '  ')),
    section(
      'What went well',
      wins.flatMap(({ text }) => wrap(text, '  - ')),
    ),
    section(
      'What to improve',
      improvements.flatMap(({ title, text }) => wrap(`${title}. ${text}`, '  - ')),
    ),
    section(
      'Questions',
      questions.flatMap(({ id, text, moment }) => [
        ...wrap(`${text} (${place(moment)})`, `  ${id}  `),
        ...(answers?.answers[id] === undefined ? [] : wrap(answers.answers[id], '      > ')),
      ]),
    ),
    section('Drill', drill === null ? [] : [...wrap(drill.text, '  '), ...wrap(`“${drill.say}”`, '      ')]),
    section('Promised', answers?.commitment === undefined ? [] : wrap(answers.commitment, '  ')),
    section('Summary', summary === null ? [] : wrap(summary, '  ')),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function place({ recording_id, start_time }: Moment): string {
  return `${recording_id} at ${clock(start_time)}`;
}
