/** What the erasure of anything is answered with. */
export const erasedReply = {
  204: {
    description: 'It cannot be read any more, and is erased everywhere soon',
    headers: { 'x-erasure-id': 'Receipt, by which an operator finds how far the erasure is' },
  },
};
