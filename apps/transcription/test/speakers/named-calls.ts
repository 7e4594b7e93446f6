/** A call as an engine hears it; `agent` and `contact` tell who really spoke. */
export interface NamedCall {
  about: string;
  names: { agent: string; contact: string };
  incoming: boolean | null;
  method: string;
  /** One word tells: where it is lost, all is. */
  isBrief?: boolean;
  lines: readonly (readonly ['agent' | 'contact', string])[];
}

export const CALLS: readonly NamedCall[] = [
  {
    about: 'a clean outbound call',
    names: { agent: 'Anna Weber', contact: 'John Miller' },
    incoming: false,
    method: 'introduction',
    lines: [
      ['contact', 'hello'],
      ['agent', 'hi john this is anna from bright energy how are you doing today'],
      ['contact', "i'm fine thanks"],
      [
        'agent',
        'the reason for my call is that our new plan saves most families a third what do you pay today',
      ],
      ['contact', 'about ninety dollars a month how much is yours'],
      ['agent', "sixty and there's no setup fee i'll send you a summary does thursday work for you"],
      ['contact', 'i need to talk to my wife first'],
    ],
  },
  {
    about: 'an outbound call with misheard names',
    names: { agent: 'Katherine Doyle', contact: 'Sean Murphy' },
    incoming: false,
    method: 'introduction',
    lines: [
      ['contact', 'hollow'],
      ['agent', 'high shawn my name is cathryn doyel with blue harbor insurance'],
      ['contact', 'oh kay what is this a bout'],
      ['agent', 'it is a boat you were policy are you happy whiff what you have'],
      ['contact', 'we all ready have some thing'],
    ],
  },
  {
    about: 'a clean incoming call',
    names: { agent: 'Marcus Reed', contact: 'Lena Hoffmann' },
    incoming: true,
    method: 'introduction',
    lines: [
      ['agent', 'thank you for calling northwind support marcus speaking how can i help'],
      ['contact', 'hi marcus my name is lena hoffmann i have a question about my order'],
      ['agent', 'of course lena could i have your account number'],
      ['contact', 'yes it is four four one seven how long does it take'],
    ],
  },
  {
    about: 'an incoming call where only the contact gives a name',
    names: { agent: 'Priya Nair', contact: 'George Banks' },
    incoming: true,
    method: 'introduction',
    lines: [
      ['agent', 'good morning northwind support'],
      ['contact', 'good morning this is george banks i want to cancel'],
      ['agent', 'i am sorry to hear that may i ask why'],
      ['contact', 'it is too expensive'],
    ],
  },
  {
    about: 'a call where the agent asks for the contact by name',
    names: { agent: 'Tom Fisher', contact: 'Alice Grant' },
    incoming: false,
    method: 'address',
    lines: [
      ['contact', 'hello'],
      ['agent', 'good afternoon am i speaking with alice'],
      ['contact', 'yes'],
      ['agent', 'thanks alice it will only take a moment'],
      ['contact', 'okay'],
    ],
  },
  {
    about: 'a call that begins with both names and nothing else',
    names: { agent: 'Ben Carter', contact: 'Wendy Pratt' },
    isBrief: true,
    incoming: false,
    method: 'introduction',
    lines: [
      ['agent', "wendy ben carter it's six o'clock what did dale say"],
      ['contact', "hi he said as long as it isn't taller than the fence"],
      ['agent', "how tall's the fence"],
      ['contact', 'i went and measured'],
    ],
  },
  {
    about: 'a call where a question by name comes before the own one',
    names: { agent: 'Ben Carter', contact: 'Laura Simms' },
    isBrief: true,
    incoming: false,
    method: 'introduction',
    lines: [
      ['agent', 'hey is this laura ben carter sunrise energy how are you today'],
      ['contact', "i'm okay what's this about"],
    ],
  },
  {
    about: 'an incoming call in which the contact names both',
    names: { agent: 'Marcus Reed', contact: 'Lena Hoffmann' },
    isBrief: true,
    incoming: true,
    method: 'introduction',
    lines: [
      ['agent', 'northwind support'],
      ['contact', 'hi marcus lena hoffmann here it is about my order again'],
      ['agent', 'one moment'],
    ],
  },
  {
    about: 'a call where nobody says a name',
    names: { agent: 'Olga Petrova', contact: 'Brian Cole' },
    incoming: false,
    method: 'phrases',
    lines: [
      ['contact', 'hello'],
      [
        'agent',
        'good afternoon i am calling about the form you filled out our team can walk you through our plans',
      ],
      ['contact', 'how much does it cost'],
      ['agent', 'it depends let me ask what are you currently using'],
      ['contact', 'we already have a system and that sounds too expensive i need to think about it'],
      ['agent', 'i completely understand i will send you an overview does that work for you'],
    ],
  },
  {
    about: 'a call badly heard and without names',
    names: { agent: 'Olga Petrova', contact: 'Brian Cole' },
    incoming: false,
    method: 'manner',
    lines: [
      ['contact', 'a low'],
      [
        'agent',
        'good after noon calling about the form you fill out our teem can walk to through our plants',
      ],
      ['contact', 'how much does it caused'],
      ['agent', 'it the pens let me ask what or you currently you sing'],
      ['contact', 'we already half a sis them and that sound two expensive i need to think of out it'],
      ['agent', 'i completely under stand i will send you in over view does that work for ewe'],
    ],
  },
  {
    about: 'a call of which only the opening tells',
    names: { agent: 'Kim Lee', contact: 'Ravi Shah' },
    incoming: false,
    method: 'opening',
    lines: [
      ['contact', 'hello'],
      ['agent', 'it was raining all week in the mountains'],
      ['contact', 'it was raining by the sea as well'],
    ],
  },
  {
    about: 'an incoming call whose answer is badly heard',
    names: { agent: 'Wayne Trask', contact: 'Peggy MacNeil' },
    isBrief: true,
    incoming: true,
    method: 'introduction',
    lines: [
      ['agent', 'transcript and wayne state and'],
      ['contact', "by weighing you did my mother's she says you're the only one that swept up"],
      ['agent', "lucky with a parrot how's the parent"],
      ['contact', "the parent's going to outlive us all listen water is coming in my back bedroom"],
    ],
  },
  {
    about: 'a call where both say a greeting and then their own names',
    names: { agent: 'Stu Barnes', contact: 'Nadine Frost' },
    isBrief: true,
    incoming: false,
    method: 'introduction',
    lines: [
      ['contact', 'nadine hi'],
      ['agent', 'yeah hi stu from kalgoorlie auto electric we had your truck in for the battery'],
      ['contact', 'dodgy how'],
    ],
  },
  {
    about: 'a call where the agent greets by name at once',
    names: { agent: 'Imani Cole', contact: 'Doug Reyes' },
    isBrief: true,
    incoming: false,
    method: 'introduction',
    lines: [
      ['agent', 'hi doug its imani over at resort legal'],
      ['contact', 'oh hello there what is it then'],
    ],
  },
  {
    about: 'a call where only the words tell who sells',
    names: { agent: 'Olga Petrova', contact: 'Brian Cole' },
    isBrief: true,
    incoming: null,
    method: 'manner',
    lines: [
      ['contact', 'my wife told me she never thought he had much since my brother took mine'],
      ['agent', 'sure and could you bring your old one today so your neighbours can see ours'],
      ['contact', 'he said his son bought my car because my daughter wants it'],
      ['agent', 'great then how about tomorrow afternoon between your two other calls'],
    ],
  },
];
