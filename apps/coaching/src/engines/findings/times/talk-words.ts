/** Words that tell what a time that was named is for and what it hangs on. How much each class says is learned. */
const lists = {
  condition: 'if unless depends depending might may maybe probably hopefully possibly whether',
  asking: 'ask check talk wife husband boss partner manager',
  past: 'was were had did went came got been ago used',
  other: `open opens close closes closed deliver delivery delivered birthday until till expires ends starts started born
    game school church shift work off home`,
  calling: 'call calling ring ringing phone callback reach try',
  meeting: `come coming visit meet meeting stop appointment demo book booked schedule scheduled slot see show estimate
    inspection tour install`,
  settling: `works work good perfect fine great deal done down confirmed set pencil pencilled put lock locked okay
    sounds`,
  logistics: `address street road avenue lane drive zip email text invite gate door park dog calendar card
    confirmation`,
  refusing: 'not no never busy away booked gone',
  undoing: 'forget scratch scrap cancel undo retract withdraw',
  talking: `talk talking chat speak speaking discuss conversation minutes catch touch connect answer pick voicemail
    available free`,
  sending: `send sending ship shipping delivery deliver delivered truck driver order arrive arrives leaves drop pickup
    pick`,
  habit: `every each usually always weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays
    mornings evenings nights`,
};
export type WordClass = keyof typeof lists;
export const wordClassNames = Object.keys(lists) as WordClass[];
export const wordClasses = Object.fromEntries(
  Object.entries(lists).map(([name, words]) => [name, new Set(words.split(/\s+/))]),
) as unknown as Record<WordClass, ReadonlySet<string>>;
