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
  )}`,
];

/** The rules of WCAG 2.0, 2.1 and 2.2 at A and AA, and what axe's makers advise beside them. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Rules that ask for colours, sizes, words or the language: of a page in another look they may say something else. */
const BY_LOOK = [
  ...['landmark-unique', 'frame-title-unique', 'table-duplicate-name'],
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

/** The same of HTML_CodeSniffer: contrast, the language, the title, and pictures that repeat their link's words. */
const SNIFFS_BY_LOOK = SNIFFS.filter((name) => /1_1_1$|1_4_3$|2_4_2$|3_1_[12]$/.test(name));

/**
 * In a page: all that the other rules ask for. Of texts and names they ask only whether there is one, and of ids which
 * element they mean. What is numbered anew with each drawing, such as an id, is the same again when it means the same.
 */
const structureOf = (): string => {
  const WORDS =
    /^(title|alt|placeholder|label|value|aria-(label|description|valuetext|placeholder|roledescription))$/;
  const LOOK = /^(class|style|lang|data-.*)$/;
  const DRAWN = /^(aria-.*|role|id|href|tabindex|focusable|title)$/;
  const IDS =
    /^(id|for|form|list|headers|aria-(activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns))$/;
  const numbers = new Map<string, number>();
  const idOf = (id: string) => numbers.get(id) ?? numbers.set(id, numbers.size).size - 1;
  const idsOf = (value: string) => value.split(/\s+/).filter(Boolean).map(idOf).join('+');
  const isThere = (text: string) => (text.trim() === '' ? 0 : 1);
  const answerOf = (name: string, value: string) => {
    if (WORDS.test(name)) return isThere(value);
    if (IDS.test(name)) return idsOf(value);
    if (name !== 'href') return value;
    return value.startsWith('#') ? `#${idsOf(value.slice(1))}` : isThere(value);
  };
  const TEXT = 'text';
  const found: unknown[] = [document.querySelector('.MuiPopper-root, .MuiPopover-root') !== null];
  const addText = () => {
    if (found.at(-1) !== TEXT) found.push(TEXT);
  };
  const add = (element: Element) => {
    // These come with the texts and looks that are used first, and no rule asks for them.
    if (/^(style|script|noscript|link|template)$/.test(element.localName)) return;
    // In Nepali a date has the other calendar's beside it.
    if (element.matches('time:not([role], [tabindex], :has([role], [tabindex], a, button))'))
      return addText();
    const isDrawn = element instanceof SVGElement;
    const asked = [...element.attributes].filter(
      ({ name }) => !LOOK.test(name) && (!isDrawn || DRAWN.test(name)),
    );
    // What a picture is drawn with.
    const isStroke = asked.length === 0 && /^(g|path|rect|circle|line|text|tspan)$/.test(element.localName);
    if (!isStroke) {
      found.push('<', element.localName, element.checkVisibility({ visibilityProperty: true }) ? 1 : 0);
      if (element instanceof HTMLInputElement) found.push(element.checked, element.indeterminate);
      for (const { name, value } of asked) found.push(name, answerOf(name, value));
    }
    for (const child of element.childNodes) {
      if (child instanceof Element) add(child);
      else if (child.nodeType === Node.TEXT_NODE && isThere(child.nodeValue ?? '')) addText();
    }
    if (!isStroke) found.push('>');
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
      _audit: {
        checks: Record<string, Required<Check>>;
        rules: { id: string; matches(element: Element, ...given: unknown[]): boolean }[];
      };
      commons: { dom: { isVisibleOnScreen(element: Element): boolean } };
    };
  };
  const enough = new Set(known);
  const learned: string[] = [];
  let grounds = new WeakMap<Element, string>();
  let chains = new WeakMap<Element, string>();
  const groundOf = (element: Element): string => {
    const kept = grounds.get(element);
    if (kept !== undefined) return kept;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const ground = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode]
      .join()
      .replace('rgba(0, 0, 0, 0),none,1,none,normal', '');
    grounds.set(element, ground);
    return ground;
  };
  const chainOf = (element: Element): string => {
    const kept = chains.get(element);
    if (kept !== undefined) return kept;
    const above = element.parentElement ? chainOf(element.parentElement) : '';
    const own = groundOf(element);
    const chain = own ? `${above}/${own}` : above;
    chains.set(element, chain);
    return chain;
  };
  const keyOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementsFromPoint(left + width / 2, top + height / 2);
    const stack = there.map(groundOf).filter(Boolean);
    return [color, fontSize, fontWeight, textShadow, webkitTextStroke, chainOf(element), ...stack].join(';');
  };
  const isAsked = (element: Element): boolean =>
    /^(input|select|textarea)$/.test(element.localName) ||
    [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '',
    );
  const TARGETS =
    'a, area, button, input, select, textarea, summary, iframe, audio, video, object, embed, [contenteditable], [role][tabindex]';
  const LEAST = 24;
  let targets: { target: Element; box: DOMRect }[] | undefined;
  /** Whether a target is large enough, or far enough from others: there axe cannot find anything. */
  const hasRoom = (element: Element): boolean => {
    targets ??= [...document.querySelectorAll(TARGETS)].map((target) => ({
      target,
      box: target.getBoundingClientRect(),
    }));
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const isLarge = width >= LEAST && height >= LEAST;
    const margin = isLarge ? 0 : LEAST;
    return targets.every(({ target, box }) => {
      if (target === element) return true;
      const [west, east] = [Math.max(left - margin, box.left), Math.min(right + margin, box.right)];
      const [north, south] = [Math.max(top - margin, box.top), Math.min(bottom + margin, box.bottom)];
      if (west >= east || north >= south) return true;
      // What lies under it takes nothing from it.
      return isLarge && element.contains(document.elementFromPoint((west + east) / 2, (north + south) / 2));
    });
  };
  // To know what is a text to be seen, or what lies beside a target, costs axe far more than these questions.
  const skips: Record<string, (element: Element) => boolean> = {
    'color-contrast': (element) => !isAsked(element) || enough.has(keyOf(element)),
    'target-size': hasRoom,
  };
  for (const rule of axe._audit.rules) {
    const [skip, { matches }] = [skips[rule.id], rule];
    if (skip) rule.matches = (element, ...given) => !skip(element) && matches.call(rule, element, ...given);
  }
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
    chains = new WeakMap();
    targets = undefined;
    return learned.splice(0);
  });
};

/** What axe and HTML_CodeSniffer find, by the rules of one look or by all. */
const ask = async ([tags, byLook, sniffs]: readonly [
  tags: readonly string[],
  byLook: readonly string[] | null,
  sniffs: readonly string[],
]) => {
  const { axe, HTMLCS, HTMLCS_WCAG2AA, takeLearned } = window as unknown as {
    axe: {
      run(context: Node, options: object): Promise<AxeResults>;
      getRules(tags: readonly string[]): { ruleId: string }[];
    };
    HTMLCS: {
      process(standard: string, source: Node, done: () => void, fail: () => void): void;
      getMessages(): { type: number; code: string; msg: string; element: Element | Document }[];
    };
    HTMLCS_WCAG2AA: { sniffs: [{ include: readonly string[] }] };
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
  HTMLCS_WCAG2AA.sniffs[0].include = sniffs;
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
    ...(structures.has(structure) ? ([BY_LOOK, SNIFFS_BY_LOOK] as const) : ([null, SNIFFS] as const)),
  ] as const);
  contrasts.push(...learned);
  const wrong = found.filter((finding) => !OUTDATED.test(finding));
  if (wrong.length === 0) structures.add(structure);
  return wrong;
}
