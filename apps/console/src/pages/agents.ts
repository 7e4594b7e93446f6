import type { OutputOf } from '@debrief/contracts/define';
import { listOwnMembers } from '@debrief/contracts/operations/directory-own';
import { listUsers } from '@debrief/contracts/operations/directory-people';
import { listCallOverviews } from '@debrief/contracts/operations/ingest';
import { PAGE_SIZE_MAX, type PagePosition } from '@debrief/contracts/paging';
import type { Member } from '@debrief/contracts/resources/member';
import type { Visitor } from '../session/visitor.ts';

type Users = OutputOf<typeof listUsers>['data'];

/** As many as can be chosen from in a list; an integration with more is looked at by teams. */
const AGENTS_MAX = 1000;

/** Everybody who may have calls in the integration, by name. */
export async function listPeople(visitor: Visitor): Promise<Users> {
  const users: Users = [];
  let after: PagePosition | null = null;
  do {
    const page: OutputOf<typeof listUsers> = await visitor.ask(listUsers, {
      ...{ limit: PAGE_SIZE_MAX, sort: 'asc' },
      ...(after !== null && { after }),
    });
    users.push(...page.data);
    after = page.next;
  } while (after !== null && users.length < AGENTS_MAX);
  return users.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The agents of the integration for lists to choose from, by name. */
export async function listAgents(visitor: Visitor): Promise<Users> {
  const [users, { data }] = await Promise.all([listPeople(visitor), visitor.ask(listOwnMembers, {})]);
  return agentsAmong(users, data, visitor);
}

/** Without admins and owners who have no calls: to invite somebody makes a user of them, and no agent. */
export async function agentsAmong(
  users: Users,
  members: readonly Member[],
  visitor: Visitor,
  place = visitor.place,
): Promise<Users> {
  const managers = new Set(
    members.flatMap(({ role, account }) => (role === 'member' ? [] : [account.email.toLowerCase()])),
  );
  const isAgent = await Promise.all(
    users.map(async ({ id, email }) => {
      if (!managers.has(email.toLowerCase())) return true;
      const { data } = await visitor.ask(listCallOverviews, { user_id: id, limit: 1, sort: 'desc' }, place);
      return data.length > 0;
    }),
  );
  return users.filter((_, index) => isAgent[index]);
}

/** The same to choose from, with the e-mail where two have one name. */
export async function agentChoices(visitor: Visitor): Promise<{ value: string; name: string }[]> {
  const agents = await listAgents(visitor);
  return agents.map(({ id, name, email }) => {
    const isAlone = agents.filter((one) => one.name === name).length === 1;
    return { value: id, name: isAlone ? name : `${name} (${email})` };
  });
}
