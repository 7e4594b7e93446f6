import { isCased, quotesIn, redact } from '@debrief/contracts/redact';
import type { AgendaAnswers, AgendaContent, Moment } from '@debrief/contracts/resources/agenda-content';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import { withoutSaidBack } from '../agendas/said-back.ts';
import { repeatsWords } from '../digests/team-drill.ts';

/** What may be read of no more. */
export interface Gone {
  readonly recordings: ReadonlySet<string>;
  /** Names, numbers and e-mails of people; also each part of a name. */
  readonly names: readonly string[];
}

/** Without what rests on those recordings, and without those names. Figures stay. */
export function pruneDigest(digest: Digest, { recordings, names }: Gone): Digest {
  const isGone = ({ recording_id }: Digest['evidence'][number]) => recordings.has(recording_id);
  const ofHeadline = digest.evidence.filter(({ claim_id }) => claim_id === 'headline');
  const evidence: Digest['evidence'] = ofHeadline.some(isGone) ? [] : [...ofHeadline];
  /** Those of a list that rest on nothing that is gone, with their evidence under their new places. */
  function left<Item>(list: string, items: readonly Item[]): Item[] {
    const kept: Item[] = [];
    items.forEach((item, index) => {
      const place = `${list}.${index}`;
      const own = digest.evidence.filter(
        ({ claim_id }) => claim_id === place || claim_id.startsWith(`${place}.`),
      );
      if (own.some(isGone)) return;
      const moved = ({ claim_id }: Digest['evidence'][number]) =>
        `${list}.${kept.length}${claim_id.slice(place.length)}`;
      evidence.push(...own.map((one) => ({ ...one, claim_id: moved(one) })));
      kept.push(item);
    });
    return kept;
  }
  const { team_drill } = digest;
  const pruned = {
    ...digest,
    // Its last sentence names calls.
    headline: ofHeadline.some(isGone)
      ? digest.headline.replace(/(?<=\.) [^.]* in [^.]*'s calls? (?:with|of) .*$/s, '')
      : digest.headline,
    strengths: left('strengths', digest.strengths),
    gaps: left('gaps', digest.gaps),
    top_objections: left('top_objections', digest.top_objections),
    ...(digest.to_follow_up && { to_follow_up: left('to_follow_up', digest.to_follow_up) }),
    // Whose words these are is not kept.
    team_drill: recordings.size > 0 && team_drill !== null && repeatsWords(team_drill) ? null : team_drill,
    evidence,
  };
  return redact(pruned, names, isCased(quotesIn(digest)));
}

export interface AgendaTexts {
  title: string | null;
  content: AgendaContent;
  answers: AgendaAnswers | null;
  draft: AgendaAnswers | null;
}

/** Without what rests on those recordings, the answers to such questions among them, and without those names. */
export function pruneAgenda(
  { title, content, answers, draft }: AgendaTexts,
  { recordings, names }: Gone,
): AgendaTexts {
  const isLeft = (moments: readonly Moment[]) =>
    !moments.some(({ recording_id }) => recordings.has(recording_id));
  const questions = content.questions.filter(({ moment }) => isLeft([moment]));
  const { drill } = content;
  const isDrillLeft = drill === null || drill.moment === null || isLeft([drill.moment]);
  const wins = content.wins.filter(({ moments }) => isLeft(moments));
  const improvements = content.improvements.filter(({ moments }) => isLeft(moments));
  const pruned: AgendaTexts = {
    title: titleOf({ title, content }, { wins, improvements }),
    content: {
      ...content,
      ...{ wins, improvements, questions },
      drill: isDrillLeft
        ? drill
        : { text: 'Say this line aloud five times.', say: withoutSaidBack(drill.say), moment: null },
    },
    answers: answersTo(questions, answers),
    draft: answersTo(questions, draft),
  };
  return redact(pruned, names, isCased(quotesIn(content)));
}

/** A title names the first thing to work on, or else what went well (agenda-titles.ts): where that is gone, what is left. */
function titleOf(
  { title, content }: Pick<AgendaTexts, 'title' | 'content'>,
  { wins, improvements: [first] }: Pick<AgendaContent, 'wins' | 'improvements'>,
): string | null {
  const [named] = content.improvements;
  if (named === first && (named !== undefined || wins.length > 0 || content.wins.length === 0)) return title;
  return first?.title ?? (wins.length > 0 ? 'What went well' : 'Your calls');
}

function answersTo(questions: AgendaContent['questions'], given: AgendaAnswers | null): AgendaAnswers | null {
  if (given === null) return null;
  const asked = ([id]: [string, string]) => questions.some((question) => question.id === id);
  return { ...given, answers: Object.fromEntries(Object.entries(given.answers).filter(asked)) };
}
