import t from 'tap';
import type { Claim } from '../../../src/engines/conversation/claim.ts';
import { assembleResult, type Report } from '../../../src/engines/findings/assemble-result.ts';
import { conversationStatistics } from '../../../src/engines/findings/statistics/conversation-statistics.ts';
import { conversation } from '../../fixtures/conversation.ts';

const transcript = conversation('agent: I will send you the quote.', 'contact: Thank you.');
const found: Report = {
  primary: [],
  secondary: [],
  conduct: [],
  improvements: [],
  topMoments: [],
  disposition: { text: 'Unclear', code: 'unclear', quotes: [] },
  dispositionReasoning: '',
  appointment: null,
  objections: [],
  rating: null,
  summary: { text: 'A call.', quotes: [] },
  conversation: conversationStatistics(transcript, 0),
  engine: {
    name: 'test',
    version: '1',
    model: null,
    prompt_version: null,
    rubric_version: 'test@1',
    fallback_reason: null,
  },
};

t.test('a claim carries its quote, its place and who said it', async (t) => {
  const quotes = [{ segment: 0, text: 'send you the quote' }];
  const { action_items, evidence } = assembleResult(transcript, {
    ...found,
    primary: [{ text: 'Send the quote', quotes }],
  });
  t.strictSame(action_items.primary, ['Send the quote']);
  t.strictSame(evidence, [
    {
      claim_id: 'action_items.primary.0',
      claim: 'Send the quote',
      segment_index: 0,
      quote: 'send you the quote',
      start_time: 0,
      speaker: 'Maria Lopez',
    },
  ]);
});

t.test(
  'a claim whose quote is not word for word in its segment is dropped, and the others move up',
  async (t) => {
    const claims = [
      { text: 'invented', quotes: [{ segment: 0, text: 'send you the contract' }] },
      { text: 'misplaced', quotes: [{ segment: 1, text: 'send you the quote' }] },
      { text: 'nowhere', quotes: [{ segment: 7, text: 'send' }] },
      { text: 'empty', quotes: [{ segment: 0, text: '' }] },
      { text: 'bare', quotes: [] },
      { text: 'true', quotes: [{ segment: 1, text: 'Thank you.' }] },
    ];
    const { coaching, objections, disposition, evidence } = assembleResult(transcript, {
      ...found,
      objections: claims.map((claim) => ({ ...claim, kind: `kind of ${claim.text}` })),
      disposition: { ...(claims[0] as Claim), code: 'unclear' },
      improvements: claims.map((claim) => ({ ...claim, kind: `about ${claim.text}` })),
    });
    t.strictSame(objections, { outcomes: ['true'], kinds: ['kind of true'] });
    t.match(coaching, { possible_improvements: ['true'], improvement_kinds: ['about true'] });
    t.match(disposition, { outcomes: [], codes: [] });
    t.strictSame(
      evidence.map(({ claim_id }) => claim_id),
      ['objections.outcomes.0', 'coaching.possible_improvements.0'],
    );
  },
);

t.test('a label may rest on no words at all', async (t) => {
  const disposition = { text: 'Team’s own word', code: 'unclear', quotes: [] };
  t.match(assembleResult(transcript, { ...found, disposition }).disposition, {
    outcomes: ['Team’s own word'],
    codes: ['unclear'],
  });
});
