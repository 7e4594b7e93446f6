import t from 'tap';
import { html } from '../src/html/html.ts';
import { objectionList } from '../src/pages/call-objections.ts';

const said = 'That is too expensive for us. A competitor offers less.';

function listed(outcome: string, answer = '') {
  const cited = { speaker: 'Susan', start_time: 1, segment_index: 1, claim: outcome };
  const list = objectionList(
    {
      speakers: { id: 'a', user_name: 'David', client_name: 'Susan' },
      objections: {
        ...{ id: 'a', confidence: [1] },
        ...{ outcomes: [outcome], kinds: ['Price'], replies: [''], answers: [answer] },
      },
      evidence: [
        { ...cited, claim_id: 'objections.outcomes.0', quote: said },
        { ...cited, claim_id: 'objections.answers.0', quote: 'It includes a warranty.' },
      ],
    },
    (claimId) => [html`[${claimId}]`],
  );
  return list.text.replace(/<[^>]*>/g, '');
}

t.test('words that are quoted under an objection are not said twice, and its kind once', async (t) => {
  t.equal(
    listed(`Price: "${said.slice(0, -1)}"`),
    'Price:[objections.outcomes.0]Left open: nothing that Susan said afterwards shows it settled.',
  );
  t.equal(
    listed('“That is too expensive for us”', '"It includes a warranty …"'),
    'Price:[objections.outcomes.0]What settled it:[objections.answers.0]',
  );
});

t.test('what a claim says in words of its own is there', async (t) => {
  t.equal(
    listed('Price: She has a lower offer.', 'The warranty of 25 years.'),
    'Price: She has a lower offer.[objections.outcomes.0]What settled it: The warranty of 25 years.[objections.answers.0]',
  );
});
