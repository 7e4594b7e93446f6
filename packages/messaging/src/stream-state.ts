import { linkOf, type Messaging } from './link.ts';
import { PermanentError } from './permanent-error.ts';
import { findStream, streamOf } from './topology.ts';

export interface StreamPosition {
  stream: string;
  /** When the stream was made, as JetStream writes it: another value means that its store was lost meanwhile. */
  created: string;
  /** Sequence of the last message it ever took; 0 for none. */
  lastSeq: number;
}

/** The stream that takes the subject, created now if it is missing. */
export async function streamState(messaging: Messaging, subject: string): Promise<StreamPosition> {
  const link = linkOf(messaging);
  const name = streamOf(link.topology, subject)?.name;
  if (name === undefined) throw new PermanentError(`no stream takes ${subject}`);
  let info = await findStream(link.jsm, name);
  if (info === null) {
    await link.ensureTopology();
    info = await link.jsm.streams.info(name);
  }
  return { stream: name, created: info.created, lastSeq: info.state.last_seq };
}
