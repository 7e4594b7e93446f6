import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';

/** Where the keyboard stands, as somebody sees it who looks at the page. */
interface Stop {
  /** Its place in the document among all that can be reached. */
  index: number;
  markup: string;
  /** Of the line around it, against what is behind it; 0 where there is none. */
  contrast: number;
  isCovered: boolean;
  /** In pixels of the page. */
  left: number;
  top: number;
  /** A player and a date are several stops by themselves. */
  hasParts: boolean;
}

/** Of all that can be reached by Tab, in the order of the document; one radio button of a group. */
const REACHABLE = `[...document.querySelectorAll(
  'a[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], [tabindex="0"]')]
  .filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.type !== 'radio' || one.checked ||
    one === document.querySelector('input[type=radio][name="' + one.name + '"]') &&
    document.querySelector('input[type=radio][name="' + one.name + '"]:checked') === null)`;

const LOOK = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body || at === document.documentElement) return null;
  const channels = (color) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const light = (color) => {
    const [r, g, b] = channels(color).map((one) => one / 255)
      .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (one) => {
    const color = one === null ? 'white' : getComputedStyle(one).backgroundColor;
    return one === null || channels(color)[3] === 255 ? color : behind(one.parentElement);
  };
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
  const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const [dark, bright] = [light(outlineColor), light(behind(at.parentElement))].sort((a, b) => a - b);
  const [{ left, top, width, height }] = at.getClientRects();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return {
    index: ${REACHABLE}.indexOf(at),
    markup: at.outerHTML.slice(0, 120),
    contrast: isDrawn ? (bright + 0.05) / (dark + 0.05) : 0,
    isCovered: seen === null || !(at.contains(seen) || seen.contains(at)),
    left: left + scrollX,
    top: top + scrollY,
    hasParts: at instanceof HTMLMediaElement || /^date/.test(at.type),
  };
})()`;

/** Of a line around what has the focus (WCAG 2.2, 1.4.11). */
const CONTRAST_MIN = 3;
const STOPS_MAX = 400;
const PARTS_MAX = 12;

/** Presses Tab until it stands there, and looks at each stop on the way. */
export async function tabTo(t: Test, page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  if (await target.evaluate((one) => one.matches(':focus'))) return;
  let last = (await page.evaluate(LOOK)) as Stop | null;
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    const stop = await nextStop(t, page, last);
    if (stop === null) break;
    if (await target.evaluate((one) => one.matches(':focus'))) return;
    last = stop;
  }
  throw new Error(`${new URL(page.url()).pathname}: Tab does not lead to ${target}`);
}

/** Skips the menu and presses Tab to the end of the page: all of the content is reached, once, and left again. */
export async function tabThroughContent(t: Test, page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await tabTo(t, page, page.getByRole('link', { name: 'Skip to the content' }));
  await page.keyboard.press('Enter');
  const isInContent = `${REACHABLE}.map((one) => one.closest('#content') !== null)`;
  const expected = ((await page.evaluate(isInContent)) as boolean[]).flatMap((is, index) =>
    is ? [index] : [],
  );
  const seen: number[] = [];
  let last: Stop | null = null;
  for (;;) {
    const stop = await nextStop(t, page, last);
    // Behind the last there is the top of the page again, or the browser itself.
    if (stop === null || stop.index < Math.max(...seen, expected[0] ?? 0) || seen.length > STOPS_MAX) break;
    seen.push(stop.index);
    last = stop;
  }
  t.strictSame(seen, expected, `${pathname}: Tab reaches everything, in the order of the document`);
}

async function nextStop(t: Test, page: Page, last: Stop | null): Promise<Stop | null> {
  const { pathname } = new URL(page.url());
  let stop: Stop | null = null;
  for (let presses = 0; presses < (last?.hasParts ? PARTS_MAX : 1); presses += 1) {
    await page.keyboard.press('Tab');
    stop = (await page.evaluate(LOOK)) as Stop | null;
    if (stop === null || stop.index !== last?.index) break;
  }
  if (stop === null) return null;
  const where = `${pathname}: ${stop.markup}`;
  if (stop.index === last?.index) t.fail(`${where} lets the keyboard not go on`);
  if (stop.contrast < CONTRAST_MIN) t.fail(`${where} does not show that it has the focus: ${stop.contrast}`);
  if (stop.isCovered) t.fail(`${where} is covered by something else`);
  // Beside it or below, as one reads; from the menu's foot it goes to the top of the content.
  const isBack = last !== null && stop.top < last.top - 8 && stop.left <= last.left;
  if (isBack && stop.index > last.index) t.fail(`${where} stands above what was reached before it`);
  return stop;
}
