import type { Fault } from '../fault.ts';

const subjects = [
  'recording.submitted',
  'recording.transcribed',
  'recording.analyzed',
  'recording.failed',
  'recording.completed',
];

export const unfitEvent: Fault = {
  row: '27',
  does: 'events that do not fit their contract; each consumer keeps them with the reason, and the others go on',
  async inject({ stack, moment, until }) {
    for (const subject of subjects) {
      await moment(0.5);
      await stack.nats.publish(subject, '{"recording": {"attempt": "one"}}');
    }
    for (const service of ['ingest', 'coaching', 'analytics']) {
      await until(`${service} has kept what did not fit`, 10, async () => {
        const [table] = await stack.postgres.query('select to_regclass($1) as name', [
          `${service}.rejected_events`,
        ]);
        if (table?.name === null) return false;
        return (await stack.postgres.query(`select from ${service}.rejected_events`)).length > 0;
      });
    }
  },
};
