import t from 'tap';
import { sayPlainly } from '../../../../src/engines/findings/commitments/say-plainly.ts';

t.test('a whole sentence is said again with the names of both sides', async (t) => {
  const sides = { owner: 'Maria', other: 'Walt' };
  const promised = {
    "I'll print you the papers and have a bay open.": 'Print Walt the papers and have a bay open',
    "Okay, I'll come Sunday, after church, and bring a pie.": 'Come Sunday, after church, and bring a pie',
    "I'll ask about the loaner, I can't promise.": 'Ask about the loaner',
    "I'll go by the bank tomorrow.": 'Go by the bank tomorrow',
    "I'll have the deposit papers out, so I can tell you when they end.": 'Have the deposit papers out',
    "I'll bring what the last three on your road went for.":
      "Bring what the last three on Walt's road went for",
    "And I'll resend Carol the sheet tonight so she's got it in front of her.":
      'Resend Carol the sheet tonight',
    "I'll have the two turbines with me and I'll leave you the warranty sheet.":
      'Have the two turbines with you and leave Walt the warranty sheet',
    "Before then I'll send you what we'd do on the feeds, so you've seen it.":
      'Send Walt what you would do on the feeds',
    "Dewayne'll call you when he's twenty minutes out.":
      "Have Dewayne call Walt when he's twenty minutes out",
    "You'll get a text off us the day before.": 'Send Walt a text the day before',
    "You'll get a text off us the day before with his name.": null,
    "Half six, I'll get Bex to show you round.": 'Get Bex to show Walt round',
    "If I don't hear from you I'll try you again, probably Tuesday.":
      'Try Walt again, probably Tuesday, if you have not heard from them',
    "I'll write you when I've talked to my sister.": 'Write Walt when you have talked to your sister',
    "I'll put both of you down as guests.": 'Put both of them down as guests',
    "I'll email the receipt, and Rick'll phone from the highway.": 'Email the receipt',
    "I'll email you two pages with the fee and the dates.": 'Email Walt two pages with the fee and the dates',
    "I'll have Ines from onboarding write to you so you have a name.":
      'Have Ines from onboarding write to Walt',
    "And I'll look out the lease before that, so I've got it in front of me.": 'Look out the lease',
    "I'll look out the key to the workshop, if I can find it.": 'Look out the key to the workshop',
    "And I'll, uh, message you about the thirty-eight.": 'Message Walt about the thirty-eight',
    "You can ring me, or I'll try you again Tuesday.": 'Try Walt again Tuesday',
    "We'll drop you a line one way or the other.": 'Drop Walt a line',
    "I'll get you those part numbers, gimme till Friday.": 'Get Walt those part numbers',
  };
  for (const [said, text] of Object.entries(promised)) t.equal(sayPlainly(said, 'promise', sides), text);
  const asked = {
    'Could you photograph the whiteboard and text it to me before then?':
      'Photograph the whiteboard and text it to Walt',
    'clear me a path to the burner, three feet if you can':
      'Clear Walt a path to the burner, three feet if possible',
    'Would you have the old policy near you?': 'Have the old policy near you',
    "Can you ping me the floor plan and whatever graphics you've got?":
      'Ping Walt the floor plan and whatever graphics you have got',
    'Have you got the old policy there?': null,
    'Just bring both your licences and a card.': 'Bring both your licences and a card',
    'Just, um, if you can fill out the sheet for February.': 'Fill out the sheet for February',
  };
  for (const [said, text] of Object.entries(asked)) t.equal(sayPlainly(said, 'request', sides), text);
});

t.test(
  'what points at something else, waits for a condition or says no more than a name is left in its words',
  async (t) => {
    const sides = { owner: 'Maria', other: 'Walt' };
    for (const said of [
      "I'll put a hold on it till Sunday night.",
      "If you sign today, I'll throw in the mats.",
      "I'll take you off.",
      "I'll ask the other couple.",
      "I'll go the twelve-month.",
      "I'll take the number off his file.",
      "I'll bring a stone, if it rains.",
      "I'll get the boy across the road to.",
      "I'll have the driver pick up the, well.",
      "I'll text you that tonight.",
      "I'll set that aside for you.",
      "I'll ask them Friday when I'm in.",
      "I'll tell him to knock.",
      "I'll ask Dale tonight if he minds you two phoning.",
      "I'll assume that Friday is good.",
      "I'll ask her, so I can tell Menna what was different.",
    ])
      t.equal(sayPlainly(said, 'promise', sides), null, said);
    t.equal(sayPlainly('Paul, bring the title', 'request', sides), null, 'somebody else');
    t.equal(sayPlainly('You have the address on the box.', 'request', sides), null, 'asks for nothing');
  },
);

t.test('a name that is a sentence is not said in our words', async (t) => {
  const sides = { owner: 'Mateo', other: 'Shoshana' };
  t.equal(sayPlainly("I'll delete Old Office Do Not Use.", 'promise', sides), null);
  t.equal(sayPlainly("I'll delete the Old Office site.", 'promise', sides), 'Delete the Old Office site');
});

t.test('a wording ends where another sentence or the other side begins', async (t) => {
  const sides = { owner: 'Danielle', other: 'Walt' };
  t.equal(sayPlainly("I'll fax over the, uh, the price sheet", 'promise', sides), 'Fax over the price sheet');
  t.equal(
    sayPlainly("If you can, move the two desks it's better for measuring", 'request', sides)?.includes(
      "it's",
    ) ?? false,
    false,
  );
  t.equal(
    sayPlainly("Send me last week's sheets, and I'll run them beside yours", 'request', sides),
    "Send Walt last week's sheets",
  );
  t.equal(
    sayPlainly('Text me before that, the company name and how much per month', 'request', sides),
    'Text Walt the company name and how much per month',
  );
  t.equal(sayPlainly('The figures I will bring, for two companies', 'promise', sides), null);
});
