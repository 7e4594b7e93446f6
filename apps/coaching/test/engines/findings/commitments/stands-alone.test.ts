import t from 'tap';
import { standsAlone } from '../../../../src/engines/findings/commitments/stands-alone.ts';

const alone = (said: string, line?: string): boolean => standsAlone(said, said, line);

t.test('a quotation that names what it points at stands alone', async (t) => {
  t.ok(alone("I'll shift the trains, I'll have them out the night before"));
  t.ok(alone('Clear the stuff away from the unit so he can get in there'));
  t.ok(alone("You'll get a message from Shona when she's on her way"));
  t.ok(alone('Put it in writing before Friday'));
});

t.test('a bare pronoun, numeral or possessive pronoun does not', async (t) => {
  t.notOk(alone("I'll take a picture of it when I get outside"));
  t.notOk(alone("I'll text you both"));
  t.notOk(alone("I'll put the two side by side"));
  t.notOk(alone("I'll run one without points so it's ready"));
  t.notOk(alone("I'll get hers out of the accountant tonight"));
  t.notOk(alone("She'll ring you on this number then"));
  t.notOk(alone("I'll find somewhere"));
  t.notOk(alone("It's in the bureau. I'll bring it"), 'a place is nothing that is brought');
});

t.test('a line beside it explains it where it names such a thing or person', async (t) => {
  t.ok(alone("I'll take a picture of it when I get outside", 'I need the VIN on the Equinox'));
  t.ok(alone("They're in the piano stool. I'll get them out", 'If you could look out the deeds'));
  t.notOk(alone("I'll write it by hand", 'Her sister, I guess. Arlene, in Hibbing'));
});
