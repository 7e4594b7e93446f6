const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
] as const;

const units = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const ordinalUnits = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
  ...['eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth'],
  ...['eighteenth', 'nineteenth'],
];

export const weekdays = new Map<string, number>(weekdayNames.map((name, index) => [name, index + 1]));
for (const [short, day] of [
  ...([
    ['mon', 1],
    ['tue', 2],
    ['tues', 2],
    ['weds', 3],
    ['thu', 4],
    ['thur', 4],
    ['thurs', 4],
  ] as const),
  ['fri', 5],
] as const) {
  weekdays.set(short, day);
}
export const fullMonths: ReadonlySet<string> = new Set(monthNames);
export const months = new Map<string, number>(monthNames.map((name, index) => [name, index + 1]));
for (const [name, month] of [...months]) if (name.length > 4) months.set(name.slice(0, 3), month);
months.set('sept', 9);
months.delete('mar');
/** One to nineteen. */
export const cardinals = new Map<string, number>(units.map((word, index) => [word, index + 1]));
export const ordinals = new Map<string, number>(ordinalUnits.map((word, index) => [word, index + 1]));
ordinals.set('twentieth', 20).set('thirtieth', 30);
export const tens = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
]);
/** Larger numbers: never part of a clock time or a date, but part of a price or a telephone number. */
export const largeNumbers = new Set(
  'sixty seventy eighty ninety hundred thousand million zero double'.split(' '),
);
/** What recognisers write for an hour. */
export const misheardHours = new Map([
  ['won', 'one'],
  ['to', 'two'],
  ['too', 'two'],
  ['for', 'four'],
  ['fore', 'four'],
  ['ate', 'eight'],
]);

/** A number before one of these counts something. */
export const measures = new Set(
  [
    'minute minutes min mins hour hours day days week weeks month months year years dollar dollars',
    'bucks cents percent pounds quid pence euros grand k of miles feet foot inch inches square people',
    'times points more other others point plus nights kids guys million th',
  ].flatMap((line) => line.split(' ')),
);

/** Function words that may follow an hour; after a noun the number would have counted it. */
export const afterHours = new Set(
  [
    'on at in the this next that then so if when because but and or for with to too till until before',
    'after by from is are was will would could can do does should shall suits suit works work okay',
    'fine good great perfect sharp i you he she we they it my your our his her yes yeah no not please',
    'thanks thank right today tomorrow tonight just sounds ish pm am there here what how who maybe',
    'like say eastern central pacific mountain all as gives um uh got put maam sir madam',
  ].flatMap((line) => line.split(' ')),
);

/** Words after which a number may be an hour. */
export const beforeHours = new Set(
  'at around about say till until til by before after between from past like maybe'.split(' '),
);
