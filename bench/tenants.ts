import type { SystemCaller } from '@debrief/contracts/caller';
import {
  createIntegration,
  createKey,
  createOrganization,
} from '@debrief/contracts/operations/directory-access';
import { connect } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import { createLogger } from '@debrief/service-kit/logger';

export interface Tenant {
  readonly integrationId: string;
  /** Reads and writes. */
  readonly key: string;
}

const caller = { access: 'system', request_id: 'bench' } satisfies SystemCaller;

/** So many integrations of one new organization. */
export async function createTenants(natsUrl: string, count: number): Promise<Tenant[]> {
  const log = createLogger({ name: 'bench', level: 'error' });
  const messaging = await connect({ url: natsUrl, name: 'bench', log });
  try {
    const organization = await request(messaging, createOrganization, caller, { name: 'Bench' });
    const tenants: Tenant[] = [];
    for (let number = 1; number <= count; number += 1) {
      const settings = { organization_id: organization.id, name: `Tenant ${number}` };
      const { id } = await request(messaging, createIntegration, caller, settings);
      const wanted = { integration_id: id, access: 'read-write', name: 'bench' } as const;
      const { key } = await request(messaging, createKey, caller, wanted);
      tenants.push({ integrationId: id, key });
    }
    return tenants;
  } finally {
    await messaging.close();
  }
}
