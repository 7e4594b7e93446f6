/** People with names that nothing else has, and what they say to each other. */

export const agents = [
  { id: 'rep-zeb', name: 'Zebulon Quackenbush', email: 'zebulon.q@umbrella.example' },
  { id: 'rep-ott', name: 'Ottoline Fairweather', email: 'ottoline.f@umbrella.example' },
] as const;
export const contacts = [
  {
    id: 'lead-phil',
    name: 'Philomena Wigglesworth',
    phone: '+1 415 555 0171',
    email: 'phil@wiggles.example',
  },
  { id: 'lead-bart', name: 'Bartholomew Grimsditch', phone: '+1 415 555 0172', email: 'bart@grims.example' },
] as const;
export type Agent = (typeof agents)[number];
export type Contact = (typeof contacts)[number];

const firstOf = (name: string) => name.split(' ')[0] as string;

/** A call in which both names are said, and a thing that no other call speaks of. */
export function spoken(agent: { name: string }, contact: { name: string }, thing: string): string {
  const [us, them] = [firstOf(agent.name), firstOf(contact.name)];
  return [
    `${us}: Hello ${them}, this is ${us} from Northgate Windows. I am calling about the form you sent us. Do you have a minute?`,
    `${them}: Sure, ${us}. The windows in the ${thing} let the cold in, and the heating bill keeps growing.`,
    `${us}: How long has that been going on in the ${thing}?`,
    `${them}: Two winters now. But another company gave us a much lower price.`,
    `${us}: I understand that the price matters. What would it have to be to make sense for your ${thing}?`,
    `${them}: Nothing above what I pay for heating in five years.`,
    `${us}: Then let me measure it. Could I come by on Thursday at two?`,
    `${them}: Thursday at two works for me, ${us}.`,
    `${us}: Good, then I will see you on Thursday at two. Thank you for your time, ${them}, goodbye.`,
    `${them}: Goodbye.`,
  ].join('\n');
}

/** Monday and Sunday of the last week that is over. */
export function lastWeek(): { days: string[]; end: string } {
  const today = new Date();
  const monday = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() - ((today.getUTCDay() + 6) % 7) - 7,
  );
  const days = Array.from({ length: 7 }, (_, day) =>
    new Date(monday + day * 86_400_000).toISOString().slice(0, 10),
  );
  return { days, end: days[6] as string };
}
