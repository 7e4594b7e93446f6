import t from 'tap';
import { eventually } from './harness/eventually.ts';
import { memberScene } from './harness/member-scene.ts';
import { common, elsewhere, memberWalks, own } from './harness/member-walks.ts';
import { type Member, memberOperations } from './harness/operator.ts';

/** Made from the contracts: an operation that the console may ask is walked, and needs a line of `memberWalks`. */
const scene = await memberScene(t);
const { operator, mine, call, insiders, outsiders } = scene;
const walks = await memberWalks(scene);

const ask = async (subject: string, member: Member) =>
  JSON.stringify(await operator.askAsMember(subject, member, walks[subject]?.input));

await ask('coaching.claims.mark', insiders['the agent']);
// Counted a moment later than they end.
await eventually(
  () => ask('analytics.metrics.get', insiders['an owner of the organization']),
  (answer) => /"total":1\b/.test(answer),
);

t.test('every operation that the console may ask is walked', async (t) => {
  t.strictSame(memberOperations.map(({ subject }) => subject).sort(), Object.keys(walks).sort());
});

const roles = ['member', 'admin', 'owner'];
const last = memberOperations.filter(({ subject }) => walks[subject]?.changes);
for (const { subject, role } of [...memberOperations.filter((one) => !last.includes(one)), ...last]) {
  const { shows, later = shows } = walks[subject] ?? { shows: /never/ };
  for (const [who, member] of Object.entries(outsiders)) {
    t.test(`${subject} shows ${who} nothing of the agent`, async (t) => {
      const answer = await ask(subject, member);
      const isInside = member.integration_id === mine.id;
      if (isInside && role !== 'member') t.equal(answer, '"NOT_ALLOWED"');
      else if (isInside && common.includes(subject)) t.match(answer, shows);
      else if (!elsewhere.includes(subject)) t.notMatch(answer, shows);
    });
  }
  for (const [who, member] of Object.entries(insiders)) {
    t.test(
      `${subject} is for ${who}${role === 'member' ? '' : ` if they are ${role} at least`}`,
      async (t) => {
        const answer = await ask(subject, member);
        const isRefused = own.includes(subject)
          ? member.user_id !== call.user_id
          : roles.indexOf(member.role) < roles.indexOf(role);
        if (isRefused) t.equal(answer, '"NOT_ALLOWED"');
        else t.ok(shows.test(answer) || later.test(answer), answer);
      },
    );
  }
}
