/** What was proposed may have been declined: what stood is said with it. @param agreed `Saturday at two` */
export function askedOfStep(agreed: string | null, name: string): [string, string] {
  if (agreed === null)
    return [
      'Which step stood at the end of that call, and what would have made it firmer?',
      'Which day and hour stood at the end of that call, and who does what before then?',
    ];
  const settled = `You settled on ${agreed}.`;
  return [
    `${settled} What has to be ready by then, and what could still come between?`,
    `${settled} What does ${name} expect of it, and how do you know?`,
  ];
}
