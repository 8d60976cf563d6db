import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, Check } from 'axe-core';
import type { Page } from 'playwright';

const require = createRequire(import.meta.url);
const engine = (name: string) => readFileSync(require.resolve(name), 'utf8');

/** The sniffs of HTML_CodeSniffer that know errors. The others ask people questions, which nobody reads here. */
const SNIFFS = [
  ...['1_1.1_1_1', '1_3.1_3_1', '1_3.1_3_5', '1_4.1_4_3', '2_2.2_2_1', '2_2.2_2_2', '2_4.2_4_1', '2_4.2_4_2'],
  ...['3_1.3_1_1', '3_1.3_1_2', '3_2.3_2_2', '4_1.4_1_1', '4_1.4_1_2'],
].map((name) => `Principle${name[0]}.Guideline${name}`);

const engines = [
  // Otherwise it serializes all that is inside of each element that a rule looks at.
  `${engine('axe-core/axe.min.js')}; axe.configure({ noHtml: true })`,
  // HTML_CodeSniffer 2.5.1 misspells the names of its own messages, and breaks where it would say one.
  `${engine('html_codesniffer/build/HTMLCS.js').replaceAll(
    '1_3_5_H98.InvalidAutoComplete_',
    '1_3_5_H98.InvalidAutocomplete_',
  )}; HTMLCS_WCAG2AA.sniffs[0].include = ${JSON.stringify(SNIFFS)}`,
];

/** The rules of WCAG 2.0, 2.1 and 2.2 at A and AA, and what axe's makers advise beside them. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Rules that ask for colours, sizes, words or the language: of a page in another look they may say something else. */
const BY_LOOK = [
  ...['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable', 'p-as-heading'],
  ...['css-orientation-lock', 'avoid-inline-spacing', 'label-content-name-mismatch', 'image-redundant-alt'],
  ...['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang', 'document-title'],
];

/**
 * What HTML_CodeSniffer says and is not so: it knows the HTML of 2017, in which a user's name was never an e-mail
 * address. Today's standard has `type=email` in the group of `username`, and axe checks by it.
 */
const OUTDATED =
  /^htmlcs .*1_3_5\.H98: <input [^>]*autocomplete="username"[^>]*type="email"|^htmlcs .*1_3_5\.H98: <input [^>]*type="email"[^>]*autocomplete="username"/;

/**
 * In a page: all that the other rules ask for. Texts and names are numbers, the same for the same words and 0 for none,
 * so that a translation has the same structure unless it lacks something or makes two things one.
 */
const structureOf = (): string => {
  const WORDS =
    /^(title|alt|placeholder|label|value|content|aria-(label|description|valuetext|placeholder))$/;
  const LOOK = /^(class|style|lang|data-.*)$/;
  const DRAWN = /^(aria-.*|role|id|href|tabindex|focusable|title)$/;
  const numbers = new Map([['', 0]]);
  const number = (text: string) => {
    const words = text.trim();
    if (!numbers.has(words)) numbers.set(words, numbers.size);
    return numbers.get(words);
  };
  const found: unknown[] = [];
  const add = (element: Element) => {
    const isDrawn = element instanceof SVGElement;
    found.push('<', element.localName, element.checkVisibility({ visibilityProperty: true }) ? 1 : 0);
    if (element instanceof HTMLInputElement) found.push(element.checked, element.indeterminate);
    for (const { name, value } of element.attributes) {
      if (LOOK.test(name) || (isDrawn && !DRAWN.test(name))) continue;
      found.push(name, WORDS.test(name) ? number(value) : value);
    }
    if (/^(style|script|noscript)$/.test(element.localName)) return;
    for (const child of element.childNodes) {
      if (child instanceof Element) add(child);
      else if (child.nodeType === Node.TEXT_NODE) found.push(number(child.nodeValue ?? ''));
    }
    found.push('>');
  };
  add(document.documentElement);
  return found.join(' ');
};

/**
 * In a page, once: a text whose colour, size, weight and grounds are those of a text with enough contrast has enough,
 * too. Grounds are those of its ancestors, and of all that lies at its middle, where that is in sight. It takes what
 * other pages have found, and adds to it.
 */
const remember = (known: readonly string[]): void => {
  const { axe } = window as unknown as {
    axe: {
      _audit: { checks: Record<string, Required<Check>> };
      commons: { dom: { isVisibleOnScreen(element: Element): boolean } };
    };
  };
  const enough = new Set(known);
  const learned: string[] = [];
  let grounds = new WeakMap<Element, string>();
  const groundOf = (element: Element): string => {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    return [backgroundColor, backgroundImage, opacity, filter, mixBlendMode]
      .join()
      .replace('rgba(0, 0, 0, 0),none,1,none,normal', '');
  };
  const chainOf = (element: Element): string => {
    const kept = grounds.get(element);
    if (kept !== undefined) return kept;
    const above = element.parentElement ? chainOf(element.parentElement) : '';
    const own = groundOf(element);
    const chain = own ? `${above}/${own}` : above;
    grounds.set(element, chain);
    return chain;
  };
  const keyOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementsFromPoint(left + width / 2, top + height / 2);
    const stack = there.map(groundOf).filter(Boolean);
    return [color, fontSize, fontWeight, textShadow, webkitTextStroke, chainOf(element), ...stack].join(';');
  };
  const check = axe._audit.checks['color-contrast'] as Required<Check>;
  const evaluate = check.evaluate as (this: unknown, element: Element, ...given: unknown[]) => unknown;
  check.evaluate = function (this: unknown, element: Element, ...given: unknown[]) {
    // What is not to be seen passes, and says nothing about others.
    if (!axe.commons.dom.isVisibleOnScreen(element)) return evaluate.call(this, element, ...given);
    const key = keyOf(element);
    if (enough.has(key)) return true;
    const answer = evaluate.call(this, element, ...given);
    if (answer !== true) return answer;
    enough.add(key);
    learned.push(key);
    return true;
  } as typeof check.evaluate;
  Reflect.set(window, 'takeLearned', () => {
    grounds = new WeakMap();
    return learned.splice(0);
  });
};

/** What axe and HTML_CodeSniffer find, by the rules of one look or by all. */
const ask = async ([tags, byLook]: readonly [tags: readonly string[], byLook: readonly string[] | null]) => {
  const { axe, HTMLCS, takeLearned } = window as unknown as {
    axe: {
      run(context: Node, options: object): Promise<AxeResults>;
      getRules(tags: readonly string[]): { ruleId: string }[];
    };
    HTMLCS: {
      process(standard: string, source: Node, done: () => void, fail: () => void): void;
      getMessages(): { type: number; code: string; msg: string; element: Element | Document }[];
    };
    takeLearned(): string[];
  };
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 180);
  const html = (element: Element | undefined) => short(element?.outerHTML ?? '');
  const styled = [...document.querySelectorAll('body [style]')];
  const isImportant = styled.some((element) => /!\s*important/.test(element.getAttribute('style') ?? ''));
  const rules: Record<string, { enabled: boolean }> = {
    // The one rule of WCAG 2.2, which axe leaves out unless it is asked for.
    'target-size': { enabled: true },
    // Menus, tooltips and the lists of comboboxes stand at the end of the document, outside of all landmarks.
    region: { enabled: !document.querySelector('.MuiPopper-root, .MuiPopover-root') },
    // Only what is important is wrong, and to learn that it looks at each element with a style of its own.
    'avoid-inline-spacing': { enabled: isImportant },
  };
  if (byLook)
    for (const { ruleId } of axe.getRules(tags))
      if (!byLook.includes(ruleId)) rules[ruleId] = { enabled: false };
  const { violations } = await axe.run(document, {
    ...{ resultTypes: ['violations'], elementRef: true, rules },
    // For two rules: one is not among these, and what plays by itself is a question to people, never a violation.
    preload: false,
    runOnly: { type: 'tag', values: tags },
  });
  await new Promise<void>((done, fail) =>
    HTMLCS.process('WCAG2AA', document, done, () => fail(new Error('HTML_CodeSniffer failed'))),
  );
  const ERROR = 1;
  const found = [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ element, failureSummary = '' }) =>
          `axe ${id}: ${html(element)} ${short(failureSummary.replace(/^Fix .*:\n/, ''))}`,
      ),
    ),
    ...HTMLCS.getMessages()
      .filter(({ type }) => type === ERROR)
      .map(
        ({ code, msg, element }) =>
          `htmlcs ${code}: ${html('outerHTML' in element ? element : undefined)} ${msg}`,
      ),
  ];
  return { found, learned: takeLearned() };
};

/** Of pages in which nothing was found, by all rules: what structureOf answers of them. */
const structures = new Set<string>();
/** How texts look that have enough contrast. */
const contrasts: string[] = [];

/**
 * What axe and HTML_CodeSniffer find on the page as it stands. Of a page that has the structure of another without faults,
 * as the same page in the other language and theme, axe is only asked what depends on the look.
 */
export async function findings(page: Page): Promise<string[]> {
  // Not under the page's policy, which allows no such script: evaluate() goes past it.
  if (!(await page.evaluate(() => 'takeLearned' in window))) {
    for (const source of engines) await page.evaluate(source);
    await page.evaluate(remember, contrasts);
  }
  const structure = createHash('sha1')
    .update(await page.evaluate(structureOf))
    .digest('base64');
  const { found, learned } = await page.evaluate(ask, [
    TAGS,
    structures.has(structure) ? BY_LOOK : null,
  ] as const);
  contrasts.push(...learned);
  const wrong = found.filter((finding) => !OUTDATED.test(finding));
  if (wrong.length === 0) structures.add(structure);
  return wrong;
}
