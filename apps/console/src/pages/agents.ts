import type { OutputOf } from '@debrief/contracts/define';
import { listUsers } from '@debrief/contracts/operations/directory-people';
import { PAGE_SIZE_MAX, type PagePosition } from '@debrief/contracts/paging';
import type { Visitor } from '../session/visitor.ts';

type Agents = OutputOf<typeof listUsers>['data'];

/** As many as can be chosen from in a list; an integration with more is looked at by teams. */
const AGENTS_MAX = 1000;

/** The agents of the integration for lists to choose from, by name. */
export async function listAgents(visitor: Visitor): Promise<Agents> {
  const agents: Agents = [];
  let after: PagePosition | null = null;
  do {
    const page: OutputOf<typeof listUsers> = await visitor.ask(listUsers, {
      ...{ limit: PAGE_SIZE_MAX, sort: 'asc' },
      ...(after !== null && { after }),
    });
    agents.push(...page.data);
    after = page.next;
  } while (after !== null && agents.length < AGENTS_MAX);
  return agents.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The same to choose from, with the e-mail where two have one name. */
export async function agentChoices(visitor: Visitor): Promise<{ value: string; name: string }[]> {
  const agents = await listAgents(visitor);
  return agents.map(({ id, name, email }) => {
    const isAlone = agents.filter((one) => one.name === name).length === 1;
    return { value: id, name: isAlone ? name : `${name} (${email})` };
  });
}
