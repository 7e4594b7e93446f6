import { connectionOf, type Messaging } from './messaging.ts';
import { PermanentError } from './permanent-error.ts';
import { findStream, streamOf } from './topology.ts';

export interface StreamPosition {
  stream: string;
  /** When the stream was created, as JetStream writes it: another value means that its store was lost since. */
  created: string;
  /** Sequence of the last message it ever took; 0 for none. */
  lastSeq: number;
  /** Another value means that the server was started again, and that its consumers have been made again since. */
  server: string;
}

/** The stream that takes the subject, created now if it is missing. */
export async function streamState(messaging: Messaging, subject: string): Promise<StreamPosition> {
  const connection = connectionOf(messaging);
  const name = streamOf(connection.topology, subject)?.name;
  if (name === undefined) throw new PermanentError(`no stream takes ${subject}`);
  let info = await findStream(connection.jsm, name);
  if (info === null) {
    await connection.ensureTopology();
    info = await connection.jsm.streams.info(name);
  }
  const { created, state, config } = info;
  return { stream: name, created, lastSeq: state.last_seq, server: config.description ?? '' };
}
