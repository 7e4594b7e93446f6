/** Words of English that the rules of writing go by, in lower case. */

function list(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' ')));
}

/** Begin a question wherever they stand; counted in the labelled calls of the coach. */
export const questionsAnywhere = list(`
  am i, are we, are you, can i, can we, can you, could he, could i, could it, could we, could you, did he,
  did she, did they, did you, do they, do you, does he, does she, is he, is it, is she, is there, is this,
  may i, shall i, shall we, should i, should we, will you, would he, would it, would she, would that, would
  the, would they, would you, would your, how about, how are, how can, how did, how do, how does, how
  long's, how may, how many, how much, how old, how's, how'd, what about, what are, what can, what did, what
  do, what does, what have, what made, what time, what were, what would, what're, what've, what'd, what's a,
  what's it, what's that, what's the, what's this, what's your, when are, when can, when did, when do, when
  does, when would, when's, where are, where do, which one, who am, who's calling, who's this, who's your,
  why'd, why would
`);

/** Begin a question where a sentence begins. */
export const questionsAtStart = list(`
  are the, are there, are they, can he, did i, did it, did that, do i, do we, does it, does that, does the,
  does this, does your, have i, have you, is that, is the, is your, was it, was that, was the, was there,
  were you, were they, will he, will i, will it, would i, how big, how long, how would, what day, what if,
  what is, what kind, what sort, what was, what's, when is, when was, where did, where does, where is, who
  are, who do, who else, who is, why are, why did, why didn't, why do, why don't, why is
`);

/** What may come before a question without being a part of it. */
export const beforeQuestion = list(`
  so, and, but, or, okay, ok, well, yeah, yes, no, oh, uh, um, hi, hello, hey, now, all, right, alright,
  then, great, sure, perfect, good, fine, excellent, course, understand
`);

/** After a question another sentence begins with these, except behind `beforeRestarts`. */
export const restarts = list(`
  i'm, i've, i'll, i'd, it's, that's, we're, we've, we'll, he's, she's, they're, there's, you're, you'd,
  thanks, thank, yes, no, yeah, okay, because
`);

export const beforeRestarts = list(`
  that, if, what, when, where, how, why, because, and, or, think, know, say, said, guess, sure, than, like
`);

/** Ends no sentence: whoever says it last was interrupted, or goes on. */
export const noEnd = list(`
  a, an, the, my, your, our, their, his, its, i, we, he, they, and, or, because, cause, if, than, of, until,
  till, every, very, whose, i'm, i've, i'd, i'll, you're, you've, you'd, you'll, we're, we've, we'd, we'll,
  he's, he'd, he'll, she's, she'd, she'll, it's, it'd, it'll, they're, they've, they'd, they'll, that's,
  that'd, that'll, there's, what's, who's, let's, gonna, uh, um, er, mr, mrs, ms, dr
`);

/** After a pause, goes on with the sentence before. */
export const noStart = list(`
  and, or, but, because, cause, to, of, for, with, in, on, at, by, from, into, about, that, which, who,
  whom, than, if, until, till, as, not, him, her, them, us, me, is, are, was, were, be, been, has, had,
  will, would, could, should, too, a, an
`);

/** Joins two sentences. */
export const joining = list(`and, but, or, so, because`);

/** Has a comma behind it at the start of a sentence. */
export const leadingComma = list(`
  well, um, yes, yeah, yep, no, oh, okay, ok, right, all right, alright, sure, hello, listen, look, i mean,
  good morning, good afternoon, good evening, hi there, hello there
`);

/** Is a sentence by itself. */
export const leadingStop = list(`huh, hm, hmm, mm-hm, uh-huh, wow, got it, there you go`);

/** Is a sentence by itself where silence follows. */
export const soleSentences = list(`
  great, excellent, perfect, wonderful, fantastic, of course, i understand, i see, sounds good, no problem, thank you
`);

/** Begins a clause of its own behind `and`. */
export const subjects = list(`
  i, i'm, i've, i'd, i'll, you, you're, you'll, we, we're, we've, we'll, they, they're, he, he's, she, she's, it, it's,
  that's, there's
`);

/** Only before these `yes` and `no` stand alone: `no problem`, `yes please`. */
export const afterYesOrNo = list(`
  i, i'm, i've, i'd, i'll, we, we're, we've, we'll, you, you're, it, it's, that, that's, this, there,
  there's, he, he's, she, she's, they, they're, but, not, my
`);

/** Greets somebody whose name follows. */
export const beforeName = list(`
  hi, hey, hello, thanks, thank you, bye, goodbye, bye bye, good morning, good afternoon
`);

/** Has a comma between itself and a name. */
export const commaBeforeName = list(`thanks, thank you, bye, goodbye, morning, afternoon, care`);

/** Always has a capital. */
export const properNames = list(`
  monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, april, june, july,
  august, september, october, november, december, christmas, thanksgiving, easter, alabama, alaska, arizona,
  arkansas, california, colorado, connecticut, delaware, florida, georgia, hawaii, idaho, illinois, indiana,
  iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi,
  missouri, montana, nebraska, nevada, ohio, oklahoma, oregon, pennsylvania, tennessee, texas, utah,
  vermont, virginia, wisconsin, wyoming, english, spanish, french, german, italian, american, canadian,
  british, mexican, european, america, canada, mexico, england, britain, france, germany, spain, medicare,
  medicaid, google, facebook, whatsapp, god, halloween
`);

/** Names of people that are words, too. */
export const ordinaryNames = list(`
  amber, april, art, august, baker, banks, bass, battle, bell, best, bill, bird, bishop, black, blunt, bob,
  bond, brown, bud, bush, carter, case, cash, chance, charity, chase, chuck, church, cliff, cook, crane,
  cross, crystal, daisy, dale, dash, dawn, day, dean, don, drake, drew, driver, duke, dusty, earl, faith,
  fields, finch, fish, foot, ford, fox, frank, friend, frost, gene, ginger, glen, gold, good, grace, grant,
  gray, green, grey, guy, hall, hand, hands, harry, head, heather, hill, holly, homes, honor, hope, house,
  iris, ivy, jack, jay, jean, joy, june, king, lamb, lane, law, long, love, major, mark, marks, may, mercy,
  miles, misty, moody, moon, nick, noble, olive, page, park, parks, pat, patience, pearl, penny, pierce,
  pike, pope, power, powers, price, prudence, rain, ray, reed, rich, rivers, rob, rose, ruby, rush, rusty,
  salmon, sandy, savage, sharp, short, silver, skip, sky, snow, spring, star, steel, stone, stormy, street,
  strong, summer, sunny, swan, swift, temple, towns, tucker, violet, waters, white, will, winter, wise,
  wolf, wood, woods, young
`);

/** Parts of what is given as a name that are none. */
export const noNames = list(`
  the, and, at, of, from, with, for, unknown, customer, caller, agent, contact, sir, madam
`);

export const ordinals = list(`
  first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth,
  fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth, twenty-first,
  twenty-second, twenty-third, twenty-fourth, twenty-fifth, twenty-sixth, twenty-seventh, twenty-eighth,
  twenty-ninth, thirtieth, thirty-first
`);
