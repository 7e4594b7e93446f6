/** graphile-worker's own schema of a service. */
export function jobSchemaOf(schema: string): string {
  return `${schema}_jobs`;
}

/**
 * `migrations` is graphile-worker's, as its installer would make it. Where it exists the installer is not run, which
 * needs the right to create schemas. `heartbeats` is ours.
 */
export function jobTables(jobSchema: string): string {
  return `
create table if not exists ${jobSchema}.migrations (
  id int primary key,
  ts timestamptz not null default now(),
  breaking boolean not null default false
);
create table if not exists ${jobSchema}.heartbeats (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);`;
}
