import t from 'tap';
import { ratingCap } from '../../../../src/engines/findings/conduct/fault.ts';
import { doubtful, judged, opening } from '../../../fixtures/labelled-call.ts';

function kinds(lines: readonly string[], fields: Record<string, string> = {}): string[] {
  return judged(lines, fields).faults.map(({ kind }) => kind);
}

function quotes(lines: readonly string[], fields: Record<string, string> = {}): string[][] {
  const { conversation, faults } = judged(lines, fields);
  return faults.map(({ stretches }) => stretches.map((index) => conversation.stretches[index]?.text ?? ''));
}

const optOut = [...opening, 'C: Take me off your list. {opt_out}'];

t.test('a wish not to be called that is made hard is a fault, quoted with the wish', async (t) => {
  const lines = [...optOut, 'A: I need your address for that. {obstruct_opt_out}'];
  t.strictSame(kinds(lines), ['opt_out_obstructed']);
  t.strictSame(quotes(lines), [['Take me off your list.', 'I need your address for that.']]);
});

t.test('a wish not to be called that is passed over is a fault, one that is granted is none', async (t) => {
  const pitch = 'A: We also do gutters, you know. {pitch}';
  t.strictSame(kinds([...optOut, pitch]), ['opt_out_ignored']);
  t.strictSame(kinds([...optOut, 'A: Done, sorry to have bothered you. {honor_opt_out}']), []);
});

t.test('an agent who calls says a name', async (t) => {
  const nameless = [
    'A: Hello, I call about your roof. {greeting, state_purpose}',
    'C: Yes? Who is this? {ask_closed}',
    'A: How old is it? {ask_open}',
    'C: About twenty years. {inform}',
    'A: Any leaks? {ask_closed}',
    'C: One, over the kitchen. {state_need}',
    'A: Then somebody should look. {propose_step}',
    'C: Perhaps. {defer}',
  ];
  t.strictSame(kinds(nameless), ['name_withheld']);
  t.strictSame(quotes(nameless), [['Yes? Who is this?', 'How old is it?']]);
  t.strictSame(kinds(nameless, { direction: 'inbound' }), [], 'who calls in knows whom they called');
  t.strictSame(kinds(nameless.slice(0, 4)), [], 'the call never got beyond its opening');
  const unasked = nameless.map((line) => line.replace('Who is this? ', ''));
  t.strictSame(kinds(unasked), [], 'nobody asks, and nothing else is wrong: it may have been lost');
  t.strictSame(kinds(nameless, { disposition: 'voicemail' }), []);
  const known = ['C: Maria! Good to hear you. {greeting}', ...nameless];
  t.strictSame(kinds(known), [], 'the contact knows the agent');
  const late = [...nameless, 'A: Maria, from Brightmesa. {identify_self}'];
  t.strictSame(kinds(late), [], 'late, and yet it was said');
  const twice = [...nameless, 'C: And your name is? Who are you? {ask_closed}', ...late.slice(-1)];
  t.strictSame(kinds(twice), ['name_withheld'], 'the contact had to ask again');
  const firm = nameless.map((line) => line.replace(/^A: How old.*/, 'A: Brightmesa. {identify_company}'));
  t.strictSame(kinds(firm), ['no_name'], 'a company is half an answer');
});

t.test('pressure counts where it is repeated, and is worse on somebody who is weak', async (t) => {
  const push = 'A: So you want it to rain in? {pressure}';
  const again = 'A: What is there to think about? {pressure}';
  const once = [...opening, push, 'C: No, I want to think. {defer}'];
  t.strictSame(kinds(once), []);
  t.strictSame(kinds([...once, again]), ['pressure']);
  t.strictSame(quotes([...once, again]), [['So you want it to rain in?', 'What is there to think about?']]);
  const grieving = [
    ...opening,
    "A: Who's on the deed? {ask_open}",
    'C: My late husband and me. {inform}',
    push,
    'C: No. {decline}',
    again,
  ];
  t.strictSame(kinds(grieving), ['pressure_on_vulnerable']);
  t.strictSame(quotes(grieving), [['My late husband and me.', 'So you want it to rain in?']]);
});

t.test('great age is an age, not an amount', async (t) => {
  const push = 'A: So you want it to rain in? {pressure}';
  const after = (words: string) =>
    kinds([...opening, `C: ${words} {inform}`, push, 'C: No. {decline}', push]);
  t.strictSame(after("I'm eighty-one."), ['pressure_on_vulnerable']);
  t.strictSame(after('i am seventy four years old'), ['pressure_on_vulnerable']);
  t.strictSame(after("I'm eighty dollars short."), ['pressure']);
});

t.test('a line is called by its name where that is sure, and out of place where it is not', async (t) => {
  const lines = [
    'A: The price is gone by midnight. {false_urgency}',
    'C: Is it? {ask_closed}',
    'A: And at your age, who knows? {personal_remark, pressure}',
    'C: What? {backchannel}',
    'A: Your neighbours must be very stupid. {disparage, personal_remark}',
  ];
  t.strictSame(kinds([...opening, ...lines]), ['personal_remark', 'false_urgency']);
  const call = judged([...opening, ...lines]);
  t.strictSame(
    doubtful(call, 0.55).faults.map(({ kind }) => kind),
    ['unfair'],
  );
  const question = [
    'A: So do you own the house? {ask_closed, pressure, personal_remark}',
    'C: Yes. {inform}',
  ];
  t.strictSame(kinds([...opening, ...question]), [], 'a plain question is one, whatever comes with it');
});

t.test('nobody is accused where no line shows it, however unfair a call may be', async (t) => {
  const lines = Array.from({ length: 4 }, () => [
    'A: Do not be the last to sign. {pressure}',
    'C: Hm. {backchannel}',
  ]);
  const { faults } = doubtful(judged([...opening, ...lines.flat()]), 0.5);
  t.strictSame(faults, []);
  const rude = 'A: You people never learn anything, do you? {personal_remark, pressure}';
  const both = (answer: string) => [
    ...opening,
    ...lines.slice(0, 3).flat(),
    rude,
    `C: ${answer} {ask_closed}`,
  ];
  const shown = (answer: string) => doubtful(judged(both(answer)), 0.4).faults[0]?.stretches.length;
  t.equal(shown('Excuse me?'), 1, 'the contact protests at a line that is likely enough');
  t.equal(shown('Is that so?'), undefined);
});

t.test('a mailbox is told what is not so by a line that is clear by itself', async (t) => {
  const lines = [...opening, 'A: The price is gone by midnight tonight. {false_urgency}'];
  t.strictSame(kinds(lines, { disposition: 'voicemail' }), ['false_urgency']);
});

t.test('who has to ask twice not to be called was not heard', async (t) => {
  const lines = [
    ...optOut,
    'A: So is it a car or a truck? {ask_closed}',
    'C: Take me off, I said. {opt_out}',
    'A: Your loss, if you want to be stupid. {personal_remark}',
  ];
  t.ok(kinds(lines).includes('opt_out_ignored'));
  t.strictSame(quotes(lines)[0], ['Take me off your list.', 'So is it a car or a truck?']);
});

t.test('who breaks off twice and asks to be let finish was cut off', async (t) => {
  const lines = [
    'C: It is my parents house, my dad would want to {inform}',
    'A: Perfect, all three of you on Monday. {propose_time}',
    'C: He can read that. That is not the {inform}',
    'A: I love it. Monday at six then. {propose_time}',
    'C: Will you let me finish? {ask_closed}',
  ];
  t.strictSame(kinds([...opening, ...lines]), ['talking_over']);
  t.strictSame(kinds([...opening, ...lines.slice(0, -1)]), [], 'the ends may have been lost');
  const ended = lines.map((line) => line.replace(/(want to|not the) \{/, '$1 point. {'));
  t.strictSame(kinds([...opening, ...ended]), []);
});

t.test('not to be called something is not a wish not to be called', async (t) => {
  const lines = ['C: Stop calling me young lady. {opt_out}', 'A: We also do gutters, you know. {pitch}'];
  t.strictSame(kinds([...opening, ...lines]), []);
});

t.test('a price is hidden when it is asked twice and never given', async (t) => {
  const asked = [
    ...opening,
    'C: What does it cost? {ask_closed}',
    'A: That depends on a lot of things. {dodge_price}',
    'C: Roughly? {ask_closed}',
    'A: We do that at the visit. {dodge_price}',
  ];
  t.strictSame(kinds(asked), ['hidden_price']);
  t.strictSame(kinds([...asked, 'C: Come on. {ask_closed}', 'A: Six thousand or so. {state_price}']), []);
});

t.test('each fault has its cap, and each further one costs half a point', async (t) => {
  const remark = 'A: You sound old and confused. {personal_remark}';
  const urgency = 'A: The price is gone by midnight. {false_urgency}';
  const { faults } = judged([...opening, remark, 'C: What? {backchannel}', urgency]);
  t.strictSame(
    faults.map(({ kind }) => kind),
    ['personal_remark', 'false_urgency'],
    'the worst first',
  );
  t.equal(ratingCap(faults), 1.5);
  t.equal(ratingCap([]), 5);
});

t.test('nobody is accused of what is doubtful', async (t) => {
  const call = judged([...opening, 'A: The price is gone by midnight. {false_urgency}']);
  t.strictSame(doubtful(call, 0.7).faults, []);
  const again = judged([
    ...opening,
    'A: The price is gone by midnight. {false_urgency}',
    'C: Is it? {ask_closed}',
    'A: Everybody else has signed. {pressure}',
    'C: Have they? {ask_closed}',
    'A: Do not be the last. {pressure}',
  ]);
  t.equal(doubtful(again, 0.8).faults[0]?.kind, 'false_urgency', 'others like it make it credible');
});

t.test('talking over counts where it is a habit, on channels of their own', async (t) => {
  const lines = Array.from({ length: 8 }, (_, i) => [
    `C: We have had that roof for ${i} years now. {inform}`,
    'A: Yes but listen to this now. {pitch}',
  ]).flat();
  const call = judged([...opening, ...lines]);
  const { findConduct } = await import('../../../../src/engines/findings/conduct/find-conduct.ts');
  const segments = call.conversation.transcript.segments.map((segment) =>
    segment.role === 'agent' ? { ...segment, start_time: segment.start_time - 1.5 } : segment,
  );
  const over = (channels: 'dual' | 'mono') => {
    const transcript = { ...call.conversation.transcript, segments, channels };
    return findConduct({ ...call, conversation: { ...call.conversation, transcript } }).map(
      ({ kind }) => kind,
    );
  };
  t.strictSame(over('dual'), ['talking_over']);
  t.strictSame(over('mono'), []);
});

t.test('a term that is named only after the yes is a fault, and the first to work on', async (t) => {
  const sold = (...lines: readonly string[]) => [
    ...opening,
    'A: It is forty-nine a month. {state_price}',
    'C: All right, I suppose I take it. {buy}',
    ...lines,
  ];
  const late = sold('A: You are signed up for sixty months. {inform}', 'C: Sixty months? {ask_closed}');
  t.strictSame(kinds(late), ['late_terms']);
  t.strictSame(quotes(late), [['You are signed up for sixty months.', 'Sixty months?']]);
  const known = sold('A: So sixty months, as I said. {recap}', 'C: Sixty months? {ask_closed}');
  known.splice(4, 0, 'A: It binds you for sixty months. {inform}', 'C: I see. {backchannel}');
  t.strictSame(kinds(known), []);
  t.strictSame(
    kinds(sold('A: You are signed up for sixty months. {inform}', 'C: Yes, I know. {accept}')),
    [],
  );
  t.equal(ratingCap(judged(late).faults), 1.5);
  for (const [told = '', asked = ''] of [
    ["I'll email you the contract.", 'The contract?'],
    ['They can fit it in two months.', 'Two months?'],
    ["It's serviced once a year.", 'Once a year?'],
  ])
    t.strictSame(kinds(sold(`A: ${told} {inform}`, `C: ${asked} {ask_closed}`)), [], told);
  for (const [told = '', asked = ''] of [
    ['The contract runs for two years.', 'Two years?'],
    ["It's a minimum term of eighteen months.", 'Eighteen months?'],
    ['It renews itself every year, there is a cancellation fee.', 'A cancellation fee?'],
  ])
    t.strictSame(kinds(sold(`A: ${told} {inform}`, `C: ${asked} {ask_closed}`)), ['late_terms'], told);
});
