import type { Page } from 'playwright-core';
import type { Demo } from '../harness/demo.ts';

const AGENDAS = 'a[href^="/coaching/agendas/"]';

export interface Shot {
  name: string;
  path: string;
  /** Goes on from the page at the path, or makes of it what is shown. */
  reach?(page: Page): Promise<unknown>;
  /** In the dark, on a phone. */
  isPhone?: boolean;
  /** Down to its end: the forms are as many as there are to see. */
  isWhole?: boolean;
}

/** The pages, each as an owner sees it in the demo. */
export const shots = ({ call_id }: Demo): Shot[] => [
  { name: 'calls', path: '/calls' },
  { name: 'search', path: '/calls?words=warranty' },
  { name: 'call', path: `/calls/${call_id}`, reach: waveform },
  // Down to who speaks when, with the transcript beside the rating.
  { name: 'call-below', path: `/calls/${call_id}`, reach: transcript },
  { name: 'correct', path: `/calls/${call_id}/correct?line=4` },
  { name: 'upload', path: '/calls/upload' },
  { name: 'call-phone', path: `/calls/${call_id}`, reach: waveform, isPhone: true },
  // Down to who needs help with objections.
  { name: 'insights', path: '/insights', reach: (page) => page.evaluate('scrollTo(0, 300)') },
  { name: 'insights-calls', path: '/insights', reach: (page) => follow(page, 'a[href*="objection=Price"]') },
  { name: 'coaching', path: '/coaching' },
  { name: 'digest', path: '/coaching', reach: weekWithAgendas },
  { name: 'agenda', path: '/coaching', reach: (page) => follow(page, AGENDAS) },
  { name: 'agent', path: '/coaching', reach: (page) => follow(page, 'a[href^="/coaching/agents/"]') },
  { name: 'places', path: '/places' },
  { name: 'integrations', path: '/settings/integrations' },
  { name: 'judging', path: '/settings/judging' },
  {
    name: 'rubric',
    path: '/settings/judging/rubrics/discovery',
    async reach(page) {
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('What it makes of this call').waitFor();
    },
  },
  { name: 'new-rubric', path: '/settings/judging/rubrics/new' },
  {
    name: 'wrong',
    path: `/calls/${call_id}`,
    async reach(page) {
      const claim = page.locator('section', { hasText: 'Action items' }).last();
      await claim.getByText('This is wrong…').first().click();
      await claim.getByRole('button', { name: 'It means something else' }).first().click();
      await page.getByText('You say that this is wrong').waitFor();
      await page.goto(new URL('/settings/judging/wrong', page.url()).href);
    },
  },
  { name: 'data', path: '/settings/data', isWhole: true },
  {
    name: 'erase',
    path: '/settings/data',
    async reach(page) {
      await page.getByLabel('Name of a contact or an agent').fill('Susan');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.waitForURL(/Susan/);
      await follow(page, 'a[href^="/settings/data/contacts/"]');
    },
  },
  { name: 'keys', path: '/settings/keys' },
  { name: 'audit', path: '/settings/audit' },
  { name: 'health', path: '/settings/health' },
  { name: 'account', path: '/account' },
];

/** Is drawn by script, from the page itself. */
function waveform(page: Page): Promise<void> {
  return page.locator('#waveform canvas').first().waitFor();
}

async function transcript(page: Page): Promise<void> {
  await waveform(page);
  await page.evaluate('document.getElementById("sound").scrollIntoView()');
}

/** The first week of the list whose agents have agendas: one has too few calls. */
async function weekWithAgendas(page: Page): Promise<void> {
  const weeks = await page.locator('th a[href^="/coaching/periods/"]').all();
  const paths = await Promise.all(weeks.map((week) => week.getAttribute('href')));
  for (const path of paths) {
    await page.goto(new URL(path ?? '', page.url()).href);
    if ((await page.locator(AGENDAS).count()) > 0) return;
  }
  throw new Error('No week of the demo has agendas');
}

async function follow(page: Page, link: string): Promise<void> {
  const href = await page.locator(link).first().getAttribute('href');
  await page.goto(new URL(href ?? '', page.url()).href);
}
