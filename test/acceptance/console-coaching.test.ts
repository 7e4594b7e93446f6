import t from 'tap';
import { coachingRecords } from './harness/coaching-records.ts';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { submitAndRead } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const records = coachingRecords(debrief);
const { user, call } = await submitAndRead(mine.api, { user_email: 'maria@acme.example' });
const other = await submitAndRead(mine.api, { user_email: 'ben@acme.example' });

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const moment = {
  ...{ recording_id: call.id, segment_index: 3, quote: 'That is <b>too</b> much.' },
  ...{ start_time: 61, speaker: 'Susan' },
};
const content = {
  overview: 'You had 4 analysed calls.',
  wins: [{ text: 'You agreed on a next step.', moments: [moment] }],
  improvements: [],
  questions: ['q1', 'q2'].map((id) => ({ id, text: `What about ${id}?`, moment })),
  drill: { text: 'Say it aloud.', say: 'What would you change?', moment: null },
  follow_up: null,
};
const digest = {
  ...{ headline: 'The team had 4 calls.', focus: null, team_drill: 'Ask in pairs.' },
  stats: {
    calls: { value: 4, previous: 2, diff_pct: 100 },
    rated: { value: 4, previous: null, diff_pct: null },
    average_rating: { value: 3.4, previous: 3.2, diff_pct: 6.2 },
  },
  strengths: [],
  gaps: [{ title: 'Listening', detail: 'Heard in 1 of 4 calls.', criterion_id: 'l', calls: 4, share: 0.2 }],
  top_objections: [{ label: 'Price', count: 1, best_answer: null }],
  agents: [
    { user_id: user.id, name: user.name, calls: 4, average_rating: 3.4, delta: 0.2, focus: 'Listening' },
  ],
  evidence: [{ ...moment, claim_id: 'gaps.0', claim: 'Listening', user_id: user.id }],
};
const period_id = await records.insertPeriod(mine.id, {
  ...{ period_start: day(-8), period_end: day(-2), review_period_end: day(5), digest },
});
const agendaOf = (period: string) =>
  records.insertAgenda(mine.id, {
    ...{ period_id: period, user_id: user.id, external_user_id: user.external_user_id, content },
    ...{ generation_status: 'ready', title: 'Listening: signs' },
  });
const agenda = await agendaOf(period_id);
await records.insertSignal(mine.id, user.id);
const { agenda_url } = await eventually(
  async () => (await mine.api.get(`/coaching/agendas/${agenda}`)).body,
  (body) => body.agenda_url !== null,
);
const session = new URL(agenda_url).pathname;

const agent = await visitConsole(debrief, 'member', mine, 'maria@acme.example');
const colleague = await visitConsole(debrief, 'member', mine, 'ben@acme.example');
const admin = await visitConsole(debrief, 'admin', mine);
const stranger = await visitConsole(debrief, 'owner', await debrief.createIntegration());

t.test('an agenda leads there after sign-in', async (t) => {
  t.equal(agenda_url, `${(await debrief.stack()).console_url}${session}`);
  const { status, headers } = await fetch(agenda_url, { redirect: 'manual' });
  t.equal(status, 303);
  t.equal(headers.get('location'), `/sign-in?next=${encodeURIComponent(session)}`);
});

t.test('an agent listens, answers what they like, and hands it in once', async (t) => {
  t.match((await agent.get('/coaching')).html, new RegExp(`href="${session}"`));
  const open = await agent.get(session);
  t.match(open.html, `href="/calls/${call.id}?hear#segment-3"`, 'each moment leads to its place in the call');
  t.match(open.html, '&#60;b&#62;too&#60;/b&#62;');
  const answers = { q1: 'She has <another> offer.', commitment: 'I ask first.' };

  const typed = await agent.post(`${session}/draft`, answers);
  t.match(typed, { status: 200, html: 'Saved.' });
  const kept = await agent.get(session);
  t.match(kept.html, 'She has &#60;another&#62; offer.</textarea>');
  t.match(kept.html, /<details class="question" name="question" open><summary>Question 2 of 2/);
  t.notMatch((await admin.get(session)).text, 'another', 'a draft is the agent’s own');

  const early = await agent.post(session, { ...answers, do: 'submit' });
  t.match(early, { status: 422, text: /Question 2 has no answer yet/ });
  const longest = '語'.repeat(4000);
  const saved = await agent.post(session, { q1: longest, q2: longest, do: 'save' });
  t.match(saved, { status: 303, location: `${session}?saved=yes#answers` });
  t.match((await agent.get(session)).html, /name="question" open><summary>Question 2/, 'or the last');
  t.match((await mine.api.get(`/coaching/agendas/${agenda}`)).body, { is_completed: false });

  const given = { ...answers, q2: 'Ask <why>.\r\nThen wait.' };
  const done = await agent.post(session, { ...given, do: 'submit' });
  t.match(done, { status: 303, location: `${session}#answers` });
  t.match((await mine.api.get(`/coaching/agendas/${agenda}`)).body, {
    ...{ is_completed: true, completed_on_time: true },
  });
  const read = await agent.get(session);
  t.match(read.text, /You handed this in on .*Ask <why>. Then wait.*I ask first/);
  t.notMatch(read.html, '<textarea');
  const again = await agent.post(session, { ...given, do: 'submit' });
  t.match(again, { status: 303, location: `${session}#answers` }, 'the same again shows it');
  await agent.post(session, { ...given, do: 'save' });
  t.notMatch((await agent.get(`${session}?saved=yes`)).text, 'Nobody else sees it');
  const late = await agent.post(session, { q1: 'Something else', q2: 'Other', do: 'submit' });
  t.match(late, {
    status: 409,
    text: /was handed in before, with other answers\. .*not handed in .*q1.*Something else .*q2.*Other/,
  });
});

t.test('a manager reads what was handed in, and changes nothing', async (t) => {
  const read = await eventually(
    () => admin.get(session),
    ({ text }) => text.includes('Summary of the answers'),
  );
  t.match(read.text, `Calls of ${user.name}`);
  t.match(read.text, /handed this in on .*Ask <why>.*I ask first/);
  t.notMatch(read.html, '<textarea');
  t.match(await admin.post(session, { q1: 'Mine', do: 'submit' }), {
    ...{ status: 403, text: /Only the agent to whom it is written answers it, so nothing was changed/ },
  });
  t.match((await admin.get('/coaching')).text, /What each agent works on.*Listening[^.]*Handed in/);
});

t.test('after the review nothing can be written, and what was is shown to be copied', async (t) => {
  const period = await records.insertPeriod(mine.id, { review_period_end: day(5), period_end: day(-9) });
  const path = `/coaching/agendas/${await agendaOf(period)}`;
  await agent.post(`${path}/draft`, { q1: 'Kept <b>' });
  await records.endReview(period, day(-1));
  const read = await agent.get(path);
  t.match(read.text, /not handed in What about q1\? Kept <b> Copy.*The time to answer is over/);
  t.notMatch(read.html, '<textarea');
  t.notMatch((await admin.get(path)).text, 'Kept', 'it is still the agent’s own');
  const typed = { q1: 'Late <i>\r\nand long', q2: 'Later', commitment: 'I ask.' };
  const late = await agent.post(path, { ...typed, do: 'submit' });
  t.match(late, {
    status: 409,
    text: /time to hand it in is over\. .*not handed in .*q1\? Late <i> and long .*q2\? Later/,
  });
  t.match(late.html, '<p class="answer">Late &#60;i&#62;\nand long</p>');
  t.match(late.html, /data-copy-text="[^"]*q2\?\nLater\n\nWhat will you do [^"]*\nI ask\."/);
  t.notMatch(late.text, 'Kept');
  t.match(await agent.post(`${path}/draft`, typed), {
    status: 200,
    html: 'Not saved: The time to hand it in is over.',
  });
});

t.test('the digest of a period, with the words it rests on and the agendas, is for managers', async (t) => {
  const path = `/coaching/periods/${period_id}`;
  const all = await admin.get('/coaching');
  t.match(all.html, `href="${path}"`);
  t.match(all.text, /What each agent works on.*4 3.4 of 5 \(\+0.2\) Listening/);
  t.match(all.html, `<a href="${session}">Listening`);
  const { text, html } = await admin.get(path);
  t.match(text, /The team had 4 calls.*Listening.*Heard in 1 of 4 calls.*That is <b>too<\/b> much/);
  t.match(html, `href="/calls/${call.id}?hear#segment-3"`);
  t.match(html, `href="${session}"`);
  t.equal((await agent.get(path)).status, 403);
});

t.test('the profile of an agent says what it rests on, and that it is inferred', async (t) => {
  for (const [reader, whose] of [
    [agent, 'How you come across'],
    [admin, 'How this person comes across'],
  ] as const) {
    const { status, text } = await reader.get(`/coaching/agents/${user.id}`);
    t.equal(status, 200);
    t.match(text, whose);
    t.match(text, /not a psychometric test.*Encourager \(Is\).*What it rests on Inferred from 12 calls/);
  }
  t.match((await admin.get(`/coaching/agents/${other.user.id}`)).text, 'There is too little speech yet');
});

t.test('neither a colleague nor another organization sees anything of it', async (t) => {
  for (const [who, visitor] of Object.entries({ colleague, stranger })) {
    for (const path of [session, `/coaching/agents/${user.id}`])
      t.equal((await visitor.get(path)).status, 404, `${who}: ${path}`);
    t.equal((await visitor.post(session, { do: 'save' })).status, 404, who);
    t.match(
      (await visitor.post(`${session}/draft`, {})).html,
      /^Not saved: Coaching agenda not found\./,
      who,
    );
    t.notMatch((await visitor.get('/coaching')).text, 'Listening', who);
  }
  t.equal((await stranger.get(`/coaching/periods/${period_id}`)).status, 404);
});

t.test('an agent types their answers in a browser, which keeps them, and hands them in', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const older = { period_start: day(-16), period_end: day(-10), review_period_end: day(5) };
  const page = await console.open(
    agent,
    `/coaching/agendas/${await agendaOf(await records.insertPeriod(mine.id, older))}`,
  );
  await console.isReadable(t, page);
  await page.getByLabel('What about q1?').pressSequentially('She wants it in writing.');
  await page.getByText('Saved.').waitFor();
  await page.reload();
  t.equal(await page.getByLabel('What about q1?').inputValue(), 'She wants it in writing.');
  const mark = `getComputedStyle(document.querySelector('.question summary'), '::after').content`;
  t.match(await page.evaluate(mark), 'answered', 'and says which questions have an answer');
  await page.getByRole('button', { name: 'Hand in' }).click();
  const missing = await page.getByText('Question 2 has no answer yet').boundingBox();
  const { height } = page.viewportSize() ?? { height: 0 };
  t.ok(missing !== null && missing.y >= 0 && missing.y < height, 'what is missing is said in sight');
  await page.getByLabel('What about q2?').fill('Ask for the date.');
  await page.getByLabel('What will you do differently').fill('I ask first.');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByText('You handed this in on').waitFor();
  t.match(
    await page.textContent('#content'),
    /She wants it in writing\..*Ask for the date\..*I ask first\./s,
  );
  t.equal(await page.locator('textarea').count(), 0);
});

t.test('its pages can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  for (const [visitor, path] of [
    [agent, '/coaching'],
    [agent, session],
    [admin, '/coaching'],
    [admin, `/coaching/periods/${period_id}`],
    [admin, `/coaching/agents/${user.id}`],
  ] as const)
    await console.isReadable(t, await console.open(visitor, path));
});
