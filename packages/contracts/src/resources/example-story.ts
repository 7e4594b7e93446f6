/** The examples of the reference tell one story: Maria calls John about solar panels. */
export const exampleIds = {
  call: '019a9f0c-2f4e-7a31-9c55-0b6f1c3a7d10',
  call_event: '019a9f0c-2f4e-7b02-8d6a-5e21f0a94c11',
  roleplay: '019aa41e-7c10-7d55-a1f3-91c2d4e6b812',
  user: '019a8bd3-90aa-7f3e-b7c2-3d1e5f708913',
  inviter: '019a8bd3-1b7e-7c90-8e44-a2b4c6d8e014',
  contact: '019a9f0c-2e11-7e6b-9a0d-4c8e2f6a1b15',
  analysis: '019a9f0c-2f4e-7c7d-b0e9-6f3a5d7c9e16',
  integration: '019a7a10-55cc-7a0b-8b1d-2e4f6a8c0d17',
  period: '019a9c80-0001-7b1c-a2e5-13579bdf0218',
  agenda: '019a9c80-4a2b-7c2d-b3f6-2468ace01319',
  invitation: '019aa5b0-6d3c-7d3e-84a7-3579bdf13520',
};

/** What both of them said, word for word. */
export const exampleQuotes = {
  price: 'That is too expensive for us.',
  agreement: 'Yes, Tuesday at three is fine with us.',
};
