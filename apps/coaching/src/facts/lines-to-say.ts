import type { AdviceKind } from '../engines/findings/feedback/advice-kinds.ts';
import type { ObjectionKind } from '../engines/findings/findings.ts';
import { objectionLabels } from '../engines/findings/objections/objection-labels.ts';
import type { IndicatorName } from '../engines/findings/rating/indicator-names.ts';
import { variantOf } from './wording.ts';

/** What an agent can say as it stands, without a blank to fill in, by the indicator that was missed. It fits any trade. */
const lines: Readonly<Record<IndicatorName, string>> = {
  introduced_self: 'Good morning, let me say first who I am and where I am calling from.',
  introduced_company: 'Good morning, let me say first who I am and where I am calling from.',
  stated_purpose:
    'I will say in one sentence why I am calling, and then you tell me whether it is of use to you.',
  asked_permission: 'Is this a good moment, or shall I call you later today?',
  asked_open_questions: 'How do you do it today, and what would you want to be different?',
  followed_up: 'Tell me more about that. What does it mean for you?',
  asked_first: 'Before I say anything about us: what made you look into it?',
  kept_offer_short: 'I will tell you the one thing that bears on what you said, and then you ask.',
  showed_understanding: 'Let me check that I have understood what matters most to you there.',
  recapped: 'Let me say back what I have understood, and you correct me.',
  let_contact_finish: 'Go on, please, I am listening.',
  answered_price: 'For most people it comes to between … and …, and what decides it is …',
  answered_questions: 'Let me answer that first.',
  acknowledged_objections: 'I can see why you say that. What worries you most about it?',
  explored_objections: 'What worries you most about that?',
  answered_objections: 'I will tell you what I know about that, and you judge whether it is enough.',
  proposed_next_step: 'Shall we fix a time now? Does Thursday or Friday suit you better?',
  agreed_next_step: 'Shall we fix a time now? Does Thursday or Friday suit you better?',
  fixed_time: 'Which day and hour shall I write down?',
  involved_decider: 'Who else has a say in this, and when could the three of us talk?',
  repeated_agreement: 'Let me say once more what we have agreed on, so that we both write down the same.',
  stayed_fair: 'There is no hurry, and the decision is yours.',
  respected_no: 'I understand, and I will leave it there.',
  closed_politely: 'Thank you for your time. Have a good day.',
};

/** Where the agent's own words are to be replaced. */
const adviceLines: Readonly<Partial<Record<AdviceKind, string>>> = {
  opt_out_obstructed: lines.respected_no,
  opt_out_ignored: lines.respected_no,
  personal_remark: 'How do you see it yourself?',
  disparagement: 'How do you see it yourself?',
  unfair: 'How do you see it yourself?',
  talking_over: lines.let_contact_finish,
};

const ANYWHERE = 'What would have to be different for this to be right for you?';

/**
 * @param indicator None where nothing was missing altogether.
 * @param advice Kind of the advice that tells to leave something out, where there is some.
 */
export function lineFor(indicator: string | undefined, advice?: string): string {
  return adviceLines[advice as AdviceKind] ?? lines[indicator as IndicatorName] ?? ANYWHERE;
}

const momentLines = [lines.asked_permission, 'Do you have two minutes now, or is another time better?'];

const openLines = [
  lines.asked_open_questions,
  'What matters most to you in this, and why just that?',
  'Tell me how it goes today: what works well, and what does not?',
];

/** Two agents who miss the same are not both told the same line. */
export function lineOf(indicator: string | undefined, userId: string): string {
  const several =
    indicator === 'asked_permission' ? momentLines : indicator === 'asked_open_questions' ? openLines : [];
  return several[variantOf(userId, several.length)] ?? lineFor(indicator);
}

/** What answers an objection of a kind, whatever was missed of it. */
const objectionLines: Readonly<Record<ObjectionKind, string>> = {
  price: 'I understand that the price matters. What would it have to bring you to be worth it?',
  timing: 'I can see that now is not the moment. What has to happen first?',
  no_time: 'Then I will be brief. When would ten minutes suit you?',
  authority: 'It is right that you decide together. When could the three of us talk?',
  need: 'Then tell me how you do it today, and what you would change if you could.',
  trust: 'I can see why you are careful. What would you want to check before you trust us?',
  competitor: 'That may be a good offer. What made you still take this call?',
  existing_provider: 'Good that you have somebody. What would they have to do better?',
  information_first: 'Gladly. Which two questions should it answer for you?',
  not_interested: 'I understand. May I ask what decided it, and then I leave it there?',
};
const linesByLabel = new Map(
  Object.entries(objectionLines).map(([kind, line]) => [objectionLabels[kind as ObjectionKind], line]),
);

/** @param label The kind as calls are told it; where it is not known, a line that fits any. */
export function lineForObjection(label: string | undefined, indicator: string | undefined): string {
  return linesByLabel.get(label ?? '') ?? lineFor(indicator);
}

/** When an objection of a kind is there, after `when`. */
const objectionTimes: Readonly<Record<ObjectionKind, string>> = {
  price: 'somebody says that it costs too much',
  timing: 'somebody says that it is too early',
  no_time: 'somebody has no time for you',
  authority: 'somebody has to ask another person first',
  need: 'somebody sees no need for it',
  trust: 'somebody does not trust you or the offer',
  competitor: 'somebody speaks of another offer',
  existing_provider: 'somebody says that they have a provider already',
  information_first: 'somebody wants something in writing first',
  not_interested: 'somebody says that they are not interested',
};
const timesByLabel = new Map(
  Object.entries(objectionTimes).map(([kind, time]) => [objectionLabels[kind as ObjectionKind], time]),
);

const times: Readonly<Partial<Record<IndicatorName, string>>> = {
  followed_up: 'somebody tells you how things are with them',
  showed_understanding: 'somebody tells you what matters to them',
  recapped: 'somebody has told you what they need',
  asked_open_questions: 'you begin to talk about what somebody needs',
  asked_first: 'you are about to present the offer',
  kept_offer_short: 'you present the offer',
  let_contact_finish: 'you are about to speak while somebody still does',
  answered_price: 'you are asked what it costs',
  answered_questions: 'you are asked a question',
  stayed_fair: 'somebody hesitates',
  respected_no: 'somebody says no',
};

/** When the line is to be used, after `the next three times`. */
export function timeForLine(label: string | undefined, indicator: string | undefined): string {
  const own = timesByLabel.get(label ?? '') ?? times[indicator as IndicatorName];
  if (own !== undefined) return own;
  return (
    { beginning: 'you begin a call', end: 'a call comes to its end' }[placeOfLine(indicator) as string] ??
    'somebody is not convinced'
  );
}

const openings: readonly string[] = [
  ...(['introduced_self', 'introduced_company', 'stated_purpose', 'asked_permission'] as const),
] satisfies IndicatorName[];
const endings: readonly string[] = [
  ...(['proposed_next_step', 'agreed_next_step', 'fixed_time', 'involved_decider'] as const),
  ...(['repeated_agreement', 'closed_politely'] as const),
] satisfies IndicatorName[];

/** Where in a call the line belongs. */
export function placeOfLine(indicator: string | undefined): 'beginning' | 'end' | 'price' | 'within' {
  if (indicator === undefined) return 'within';
  if (openings.includes(indicator)) return 'beginning';
  if (endings.includes(indicator)) return 'end';
  return indicator === 'answered_price' ? 'price' : 'within';
}

const replies: readonly string[] = [
  ...(['showed_understanding', 'recapped', 'followed_up', 'let_contact_finish'] as const),
  ...(['acknowledged_objections', 'explored_objections', 'answered_objections'] as const),
] satisfies IndicatorName[];

/** Whether the line answers what the contact said. */
export function isReply(indicator: string | undefined): boolean {
  return indicator === undefined || replies.includes(indicator);
}
