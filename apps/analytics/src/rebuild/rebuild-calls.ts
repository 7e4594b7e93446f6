import type { AnalysisFact, RecordingFact } from '@debrief/contracts/operations/facts';
import { listAnalysisFacts, listRecordingFacts } from '@debrief/contracts/operations/facts';
import { type Copy, earliest, type Seen } from '@debrief/database/rebuild';
import type { Messaging } from '@debrief/messaging/connection';
import { listFacts } from '@debrief/messaging/list-facts';
import { type Selectable, sql } from 'kysely';
import { figuresOf, newFact } from '../record-calls.ts';
import { type CallFacts, callFactColumns, type Tables } from '../tables.ts';

/** A row of `call_facts` as JSON. */
type Fact = Selectable<CallFacts>;

/** Calls by what ingest says of the recordings and coaching of their analyses. */
export function rebuildCalls(messaging: Messaging): Copy<Tables, Fact> {
  return {
    kind: 'calls',
    table: {
      name: 'call_facts',
      key: ['integration_id', 'recording_id'],
      columns: callFactColumns,
      // What is left of an erased call has no owner.
      where: sql`not copy.is_erased`,
    },
    async rows(start, seen) {
      const [recordings, analyses] = await Promise.all([
        listFacts(messaging, listRecordingFacts, start),
        listFacts(messaging, listAnalysisFacts, start),
      ]);
      const analysisOf = new Map(analyses.data.map((analysis) => [analysis.recording_id, analysis]));
      const seenOf = new Map(seen.map((fact) => [fact.recording_id, fact]));
      const rows = recordings.data.map((fact) => {
        const { recording_id } = fact.recording;
        return factOf(fact, analysisOf.get(recording_id), seenOf.get(recording_id));
      });
      return { rows, next: earliest(recordings.next, analyses.next) };
    },
  };
}

/** What the events of a recording would have left. An analysis of another attempt is not the present one's. */
function factOf(
  { recording, status, error }: RecordingFact,
  analysis: AnalysisFact | undefined,
  seen: Seen<Fact> | undefined,
): Fact {
  const fact = newFact(recording) as Fact;
  if (analysis?.attempt === recording.attempt) {
    const { rerun_id, rating, outcomes, objections, conversation } = analysis;
    Object.assign(fact, {
      analyzed: true,
      rerun_id,
      rating,
      outcomes,
      objections,
      ...figuresOf(conversation),
    });
  }
  if (status === 'COMPLETED') return { ...fact, status };
  if (status === 'FAILED') return { ...fact, status, error_code: error?.code ?? null };
  // Coaching tells ingest and us of a failure by the same event, and ingest may not have read it yet.
  if (status === 'ANALYZING' && seen?.status === 'FAILED' && seen.attempt === recording.attempt)
    return { ...fact, status: 'FAILED', error_code: seen.error_code };
  return fact;
}
