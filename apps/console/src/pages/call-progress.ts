import { getCallOverview } from '@debrief/contracts/operations/ingest';
import type { Pages } from '../console-deps.ts';
import { zoneOf } from '../html/format.ts';
import { textOf } from '../html/parts.ts';
import { ChangeStreams } from '../http/change-streams.ts';
import { idOf } from './addresses.ts';
import { readCallQuery } from './call-query.ts';
import { progressOf } from './call-state.ts';
import { findOverviews, listProgress } from './calls.ts';

/** Tells the list and the page of a call when what they show has moved. */
export const callProgress: Pages = (server, deps) => {
  const streams = new ChangeStreams(deps);
  server.addHook('preClose', async () => streams.close());

  server.get('/calls/progress', async (request, reply) => {
    const query = readCallQuery(request.query, zoneOf(request.cookies.zone));
    return streams.answer(request, reply, {
      shown: textOf(request.query, 'shown') ?? '',
      look: async (visitor) => listProgress((await findOverviews(visitor, query)).data, query),
    });
  });

  server.get('/calls/:id/progress', async (request, reply) => {
    const value = idOf(request);
    return streams.answer(request, reply, {
      shown: textOf(request.query, 'shown') ?? '',
      look: async (visitor) => progressOf([await visitor.ask(getCallOverview, { by: 'id', value })]),
    });
  });
};
