import type { Page, Request } from 'playwright';
import { findings } from './engines.ts';
import { cuttingElements } from './overflow.ts';

type Look = readonly [language: 'en' | 'ne', mode: 'light' | 'dark'];

export const ENGLISH: Look = ['en', 'light'];
export const NEPALI: Look = ['ne', 'dark'];

/** Switches language and theme as a press of the page's own buttons does, with whatever is open. */
export const show = (page: Page, look: Look): Promise<void> =>
  page.evaluate(
    async ([language, mode]) => {
      const root = document.documentElement;
      const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
      if (root.lang !== language) press('header button[lang]');
      if (root.dataset.theme !== mode) press('.top-theme, .public-switches button:not([lang])');
      // The texts of a language are fetched when it is first chosen.
      const isShown = () => {
        const words = document.querySelector('.skip-link, .public-card h1')?.textContent ?? '';
        const isNepali = /[\u0900-\u097f]/.test(words);
        return root.lang === language && root.dataset.theme === mode && isNepali === (language === 'ne');
      };
      for (const until = performance.now() + 30_000; !isShown(); ) {
        if (performance.now() > until)
          throw new Error(`${location.pathname}: no ${language} and ${mode} here`);
        await new Promise(requestAnimationFrame);
      }
      // What React puts off is drawn after the next frame.
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    },
    [...look] as const,
  );

/** What the engines find in each of these looks: each language and each theme once. */
export async function scan(page: Page, looks: readonly Look[] = [NEPALI, ENGLISH]): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await show(page, look);
    found.push(...(await findings(page)).map((finding) => `${look.join(' ')}: ${finding}`));
  }
  return found;
}

/** Milliseconds after which a page that never gets complete has failed. */
const PATIENCE = 30_000;

/**
 * Waits until a page has its heading and nothing that stands for what is to come, and whoever asks next has done so: within
 * three frames. All in one call, which begins again in the document that comes if this one is left.
 */
async function complete(page: Page): Promise<void> {
  const wait = (patience: number) =>
    page.evaluate(async (patience) => {
      const isThere = () =>
        document.querySelector('h1') &&
        !document.querySelector('.MuiSkeleton-root, .crud-skeleton, main [aria-busy="true"]');
      const { pendingChannels } = window as unknown as { pendingChannels: Set<MessageChannel> };
      const until = performance.now() + patience;
      for (let quiet = 0; quiet < 4; quiet++) {
        if (!isThere() || pendingChannels.size > 0) quiet = 0;
        if (performance.now() > until) throw new Error(`${location.pathname} does not get complete`);
        await new Promise(requestAnimationFrame);
      }
    }, patience);
  for (;;) {
    const fault = await wait(PATIENCE).catch((error: Error) => error);
    if (!fault) return;
    if (!/context was destroyed/i.test(fault.message)) throw fault;
  }
}

/** Knows when a page has all that it asked for; a page that does not get it has failed. */
export function listen(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  const waiting = new Set<() => void>();
  const close = (request: Request) => {
    open.delete(request);
    if (open.size > 0) return;
    for (const go of waiting) go();
    waiting.clear();
  };
  page.on('request', (request) => {
    // Of what a document has asked for that is left, nobody hears any more.
    if (request.isNavigationRequest()) open.clear();
    open.add(request);
  });
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  const none = () =>
    new Promise<void>((go, fail) => {
      const late = setTimeout(() => {
        const urls = [...open].map((request) => `${request.method()} ${request.url()}`);
        fail(new Error(`${page.url()} waits for ${urls.join(', ')}`));
      }, PATIENCE);
      waiting.add(() => {
        clearTimeout(late);
        go();
      });
    });
  return async () => {
    for (;;) {
      if (open.size > 0) await none();
      await complete(page);
      if (open.size === 0) return;
    }
  };
}

/**
 * Waits for what React holds back, so that a page does not flicker: up to 300 ms after it last drew something, by a timer.
 * A page that sets one after the other is left after a second.
 */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { pendingTimers, pendingChannels } = window as unknown as Record<string, Set<unknown>>;
    const until = performance.now() + 1000;
    for (let quiet = 0; quiet < 3 && performance.now() < until; quiet++) {
      if ((pendingTimers?.size ?? 0) + (pendingChannels?.size ?? 0) > 0) quiet = 0;
      await new Promise(requestAnimationFrame);
    }
  });

/**
 * Goes to another address of the console as a link does, without loading the document anew. Answers the heading of the page
 * that it leaves.
 */
export const follow = (page: Page, path: string): Promise<string | undefined> =>
  page.evaluate((path) => {
    const left = document.querySelector('h1')?.textContent;
    // What the router itself keeps there, by which it knows its own pages.
    const state = { idx: (history.state?.idx ?? 0) + 1, key: crypto.randomUUID(), usr: null };
    history.pushState(state, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state }));
    return left;
  }, path);

/**
 * Gives the focus to all that takes it, as Tab does, and names what cannot be seen to have it, or lies wholly
 * under something else when it has it (WCAG 2.4.7 and 2.4.11).
 */
export async function focusFaults(page: Page): Promise<string[]> {
  // From here on the browser takes a focus for one of the keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate(async () => {
    const wrong: string[] = [];
    const look = (element: Element | null): string => {
      if (!element) return '';
      const { outline, boxShadow, borderColor, borderWidth, backgroundColor, translate } =
        getComputedStyle(element);
      return [outline, boxShadow, borderColor, borderWidth, backgroundColor, translate].join();
    };
    const looksAround = (element: Element): string => {
      const around = [element.nextElementSibling];
      for (let parent = element.parentElement, i = 0; parent && i < 3; parent = parent.parentElement, i++)
        around.push(parent, ...parent.querySelectorAll('.MuiOutlinedInput-notchedOutline'));
      return around.map(look).join('|');
    };
    const reached = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]',
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type="hidden"], [inert] *') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[aria-hidden="true"]'),
    );
    (document.activeElement as HTMLElement | null)?.blur();
    let former: HTMLElement | undefined;
    const focus = async (element: HTMLElement | undefined) => {
      if (element) element.focus();
      else (document.activeElement as HTMLElement | null)?.blur();
      // React draws what follows from it before the next task.
      await Promise.resolve();
    };
    /** Whether what is around it shows that it has the focus, and not the one before. */
    const isShownAround = async (element: HTMLElement): Promise<boolean> => {
      const there = looksAround(element);
      await focus(former);
      const before = looksAround(element);
      await focus(element);
      return there !== before;
    };
    for (const element of reached) {
      const before = look(element);
      await focus(element);
      if (document.activeElement !== element) continue;
      const name = element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
      // Most show it themselves, and styles are costly to ask for.
      if (look(element) === before && !(await isShownAround(element)))
        wrong.push(`focus cannot be seen: ${name}`);
      former = element;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isSeen = [0.5, 0.1, 0.9].some((x) =>
        [0.5, 0.1, 0.9].some((y) => {
          const there = document.elementFromPoint(left + width * x, top + height * y);
          return (
            there &&
            (element.contains(there) || there.contains(element) || there.closest('label')?.contains(element))
          );
        }),
      );
      if (!isSeen) wrong.push(`focus is covered: ${name}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return wrong;
  });
}

/** Line height, and spaces after paragraphs, letters and words, as WCAG 1.4.12 has them. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

/**
 * On a window 320 pixels wide, as it comes and with wide text: what sticks out sideways, and what is cut off. The
 * window stays like that.
 */
export async function narrowFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 });
  const wrong = (await stickingOut(page)).map((element) => `at 320 pixels sideways: ${element}`);
  const before = await page.evaluateHandle(cuttingElements);
  await page.evaluate((spacing) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets.push(sheet);
  }, SPACING);
  wrong.push(...(await stickingOut(page)).map((element) => `with wide text sideways: ${element}`));
  const after = await page.evaluateHandle(cuttingElements);
  const cutOff = await page.evaluate(
    ([before, after]) => {
      document.adoptedStyleSheets.pop();
      const known = new Set(before);
      return after
        .filter((element) => !known.has(element))
        .map((element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140));
    },
    [before, after] as const,
  );
  wrong.push(...cutOff.map((element) => `wide text is cut off: ${element}`));
  return wrong;
}

/** The first elements that stick out of a page which is wider than its window, once it has been laid out. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    return (document.scrollingElement?.scrollWidth ?? 0) <= innerWidth
      ? []
      : [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 3)
          .map((element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140));
  });
