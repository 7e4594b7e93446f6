import type { OutputOf } from '@debrief/contracts/define';
import { getIntegration, listIntegrations } from '@debrief/contracts/operations/directory-access';
import { CommandError } from '../command-error.ts';
import type { CommandContext, Owner } from './command-context.ts';

type Integration = OutputOf<typeof getIntegration>;

/** The integration of this id, or the only one there is. @throws CommandError where that leaves a choice. */
export async function integrationOf({ ask }: CommandContext, id: string | undefined): Promise<Integration> {
  if (id !== undefined) return ask(getIntegration, { id });
  const { data } = await ask(listIntegrations, {});
  const [first] = data;
  if (first === undefined) {
    throw new CommandError(
      'There is no integration yet. Create one first; see: debrief integrations create --help',
    );
  }
  if (data.length > 1) {
    const list = data.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
    throw new CommandError(`There are several integrations. Add --integration with one of:\n${list}`);
  }
  return first;
}

export async function ownerOf(context: CommandContext, integrationId: string | undefined): Promise<Owner> {
  const { id, organization_id } = await integrationOf(context, integrationId);
  return { integration_id: id, organization_id };
}
