import t from 'tap';
import { podsOf, readManifests } from './fixtures/manifests.ts';

const manifests = (await readManifests()).map(([, manifest]) => manifest);
const pods = podsOf(manifests);
const policies = manifests
  .filter(({ kind }) => kind === 'NetworkPolicy')
  .map(({ metadata, spec }) => ({ name: metadata.name, ...spec }));
const nats = { 'app.kubernetes.io/name': 'nats' };
const postgres = { 'cnpg.io/cluster': 'debrief-postgres' };

t.test(
  'the network lets each pod reach what it dials, and nobody in but by the ports that are public',
  async (t) => {
    const reaches = (labels: Record<string, string>, port: number) =>
      policies
        .filter(({ podSelector }) => selects(podSelector, labels))
        .flatMap(({ egress = [] }) => egress)
        .some(({ ports = [] }) => ports.some((one: { port: number }) => one.port === port));
    for (const { name, labels, pod } of pods) {
      const mounts = pod.volumes.map((volume) => volume.name);
      t.equal(reaches(labels, 4222), mounts.includes('nats'), `${name} and NATS`);
      t.equal(reaches(labels, 5432), mounts.includes('database'), `${name} and Postgres`);
      t.equal(
        reaches(labels, 443),
        !['gateway', 'analytics', 'migrate'].includes(name),
        `${name} and the outside`,
      );
      const ingress = policies.filter((policy) => policy.ingress && selects(policy.podSelector, labels));
      const open = ingress.flatMap((policy) =>
        policy.ingress.filter((rule: { from?: unknown }) => !rule.from),
      );
      t.equal(open.length, ['gateway', 'console'].includes(name) ? 1 : 0, `${name} and who comes in`);
    }

    const callers = [...pods, { name: 'nats', labels: nats }, { name: 'postgres', labels: postgres }];
    /** Who is let in at a port, of the pods here, and of other namespaces by their name. */
    const admitted = (labels: Record<string, string>, port: number) => {
      const guards = policies.filter((policy) => policy.ingress && selects(policy.podSelector, labels));
      const rules = guards.flatMap(({ ingress }) => ingress as Rule[]);
      t.ok(rules.length > 0 && rules.every(({ from = [], ports }) => from.length > 0 && ports !== undefined));
      const from = rules.filter(({ ports }) => ports.some((one) => one.port === port)).flatMap((r) => r.from);
      return [
        ...callers.filter((one) => from.some(({ podSelector: s }) => s && selects(s, one.labels))),
        ...from.flatMap(({ namespaceSelector: s }) =>
          s ? [{ name: Object.values(s.matchLabels ?? {})[0] }] : [],
        ),
      ].map(({ name }) => name);
    };
    t.strictSame(
      admitted(nats, 4222),
      pods.map(({ name }) => name),
    );
    t.strictSame(admitted(nats, 6222), ['nats'], 'no route but between servers');
    t.strictSame(admitted(nats, 8222), ['monitoring']);
    const users = pods.filter(({ pod }) => pod.volumes.some(({ name }) => name === 'database'));
    t.strictSame(admitted(postgres, 5432), [...users.map(({ name }) => name), 'postgres', 'cnpg-system']);
  },
);

interface Rule {
  from: { podSelector?: Selector; namespaceSelector?: Selector }[];
  ports: { port: number | string }[];
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: 'In' | 'NotIn'; values: string[] }[];
}

function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Record<string, string>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
    )
  );
}
