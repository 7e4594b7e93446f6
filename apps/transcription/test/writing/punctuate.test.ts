import t from 'tap';
import { capitalize, writeLetters } from '../../src/writing/capitalize.ts';
import { punctuate } from '../../src/writing/punctuate.ts';
import { said, texts } from '../fixtures/said.ts';

const speakers = ['David Miller', 'Susan Parker'];

function written(...lines: string[]): string[] {
  return texts(capitalize(punctuate(said(...lines).map(writeLetters), speakers), speakers));
}

t.test(
  'a turn ends with a full stop, and goes on in the next segment where its last word ends nothing',
  async (t) => {
    t.strictSame(
      written('A: we can come on monday', 'C: that works', 'A: and the', 'C: go on', 'A: price is fixed'),
      ['We can come on Monday.', 'That works.', 'And the', 'Go on.', 'price is fixed.'],
    );
  },
);

t.test('a pause ends a sentence, and is a comma before a word that joins', async (t) => {
  t.strictSame(written('A: you asked about panels | we sell them | and we build them | to order'), [
    'You asked about panels. We sell them, and we build them to order.',
  ]);
  t.strictSame(written('A: it is a | long way'), ['It is a long way.']);
  t.strictSame(written('A: it is far', 'A: but we come'), ['It is far,', 'but we come.']);
});

t.test('silence shorter than a pause is a mark where the words around it are such a place', async (t) => {
  t.strictSame(
    written(
      'A: of course / i will send it / and i will call you / and your husband',
      'C: yes / three is fine / but not before / three',
    ),
    [
      'Of course. I will send it, and I will call you and your husband.',
      'Yes, three is fine, but not before three.',
    ],
  );
});

t.test('a question has its mark where its first words show it', async (t) => {
  t.strictSame(
    written(
      'A: hello susan / is this a good time',
      'C: who is this',
      'A: how much do you spend',
      'C: what kind of panels do you have',
      'A: great / and how long do you plan to stay',
    ),
    [
      'Hello Susan. Is this a good time?',
      'Who is this?',
      'How much do you spend?',
      'What kind of panels do you have?',
      'Great. And how long do you plan to stay?',
    ],
  );
});

t.test('what may be no question has none', async (t) => {
  for (const line of [
    'what i do is simple',
    'i know what you mean',
    'are you married no you said so',
    'do it',
    'how it works is a long story',
  ])
    t.match(written(`A: ${line}`)[0], /^[^?]*\.$/, line);
});

t.test('a comma stands behind the first word that is one by itself, and around a name', async (t) => {
  t.strictSame(
    written(
      'C: yes i have time',
      'A: oh okay that is fine',
      'C: no problem',
      'A: thanks susan',
      'C: hm that is a lot',
      'A: hi susan parker this is david',
      'C: well thank you david',
    ),
    [
      'Yes, I have time.',
      'Oh okay, that is fine.',
      'No problem.',
      'Thanks, Susan.',
      'Hm. That is a lot.',
      'Hi Susan Parker, this is David.',
      'Well, thank you, David.',
    ],
  );
});

t.test(
  'names, days, months and letters have capitals, words that only look like names have none',
  async (t) => {
    t.strictSame(
      written('A: mr parker comes in may or on the first of march | i may march there on fridays in texas'),
      ['Mr. Parker comes in May or on the first of March. I may march there on Fridays in Texas.'],
    );
    const ofWill = ['Will Price', 'The Caller'];
    const [one, two] = texts(
      capitalize(said('A: this is will price', 'C: the price will do will price'), ofWill),
    );
    t.equal(one, 'This is Will Price');
    t.equal(two, 'The price will do Will Price');
    t.strictSame(written('A: plan b. is m. a. r. i. a. or x y z | i bought a car'), [
      'Plan B is M A R I A or X Y Z. I bought a car.',
    ]);
  },
);
