import { prepareAudit } from '@debrief/database/audit-schema';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/**
 * One Postgres role for each service, with a schema for its tables and one for its jobs, so that the database itself
 * keeps a service to its own tables. Its audit trail is not its own: it may add to it and
 * read it. Returns each service's URL. Doing it again only sets the password.
 */
export async function prepareServiceRoles(o: {
  /** URL of a role that may create roles and schemas. */
  url: string;
  services: readonly string[];
  rolePassword: (service: string) => string;
}): Promise<Record<string, string>> {
  const client = new Client({ connectionString: o.url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const urls: Record<string, string> = {};
    for (const service of o.services) {
      const role = await prepareRole(client, service, o.rolePassword(service));
      const url = new URL(o.url);
      url.username = encodeURIComponent(role);
      url.password = encodeURIComponent(o.rolePassword(service));
      urls[service] = url.href;
    }
    return urls;
  } finally {
    await client.end().catch(() => {});
  }
}

interface RoleState {
  role: string;
  role_exists: boolean;
  is_superuser: boolean;
}

async function prepareRole(client: Client, service: string, password: string): Promise<string> {
  // Roles belong to the whole server, which may hold other databases with services of the same names.
  const { rows } = await client.query<RoleState>(
    `select name as role,
       exists (select from pg_roles where rolname = name) as role_exists,
       (select rolsuper from pg_roles where rolname = current_user) as is_superuser
     from (select current_database() || '_' || $1) as wanted (name)`,
    [service],
  );
  const [{ role, role_exists, is_superuser }] = rows as [RoleState];
  const name = escapeIdentifier(role);
  const verb = role_exists ? 'alter' : 'create';
  await client.query(`${verb} role ${name} with login password ${escapeLiteral(password)}`);
  // Postgres logs the row that a statement failed on, which may be somebody's name and e-mail. Its setting is a superuser's.
  if (is_superuser) await client.query(`alter role ${name} set log_error_verbosity = terse`);
  // Only a superuser may give a schema to a role it is not a member of.
  if (!is_superuser) await client.query(`grant ${name} to current_user`);
  for (const schema of [service, `${service}_jobs`])
    await client.query(`create schema if not exists ${escapeIdentifier(schema)} authorization ${name}`);
  await client.query('begin');
  await prepareAudit(client, service, role);
  await client.query('commit');
  return role;
}
