import type { Page, Response } from 'playwright';
import { entities } from '#schema/index.ts';
import { latinWords } from './latin.ts';

/** Everything on the page that people see or hear: texts, names, hints, the document's title. */
export const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set([document.title]);
    const isShown = (element: Element | null) =>
      element?.checkVisibility({ checkOpacity: false, visibilityProperty: true }) === true;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // Elements marked as English are English on purpose: the switch, the English title of an invoice.
      if (!parent || parent.closest('script, style, noscript, template, body [lang="en"]')) continue;
      // Options of a closed select have no boxes, but are read out all the same.
      if (isShown(parent) || (parent.tagName === 'OPTION' && isShown(parent.closest('select'))))
        found.add(node.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!isShown(element)) continue;
      for (const name of ['placeholder', 'aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt'])
        found.add(element.getAttribute(name) ?? '');
    }
    return [...found].map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
  });

/** Words of the contract in an answer, which the console must show in the reader's language. */
const contractWords = new Set(
  entities.flatMap(({ fields }) => Object.values(fields).flatMap((f) => f.choices ?? [])),
);
/** The server's own texts, as opposed to texts that people entered. */
const messageFields = new Set(['detail', 'error', 'errors']);
/** An operator's error for a message is neither: `ESME_RSUBMITFAIL`. */
const isCode = (value: unknown): boolean => typeof value === 'string' && /^[A-Z0-9_ ]+$/.test(value);

/** The texts in an answer that are data: names, messages, addresses, and names of people's own columns. */
function collect(value: unknown, into: Set<string>, key = ''): void {
  if (typeof value === 'string') {
    if (contractWords.has(value)) return;
    into.add(value.replace(/\s+/g, ' ').trim());
    // A message's body is shown in pieces, between its placeholders and with their names.
    if (value.includes('{{')) for (const piece of value.split(/\{\{|\}\}|\s+/)) into.add(piece);
    // Long codes and addresses may break and become several texts.
    if (isCode(value)) for (const piece of value.split(/(?<=_)/)) into.add(piece);
    if (/^[^\s@]+@[^\s@]+$/.test(value)) for (const piece of value.split(/(?<=@)/)) into.add(piece);
  } else if (Array.isArray(value)) for (const item of value) collect(item, into, key);
  else if (value && typeof value === 'object')
    for (const [name, item] of Object.entries(value)) {
      if ((messageFields.has(name) && !isCode(item)) || (key === 'refused_rows' && name === 'reason'))
        continue;
      if (key === 'attributes' || key === 'values') into.add(name);
      collect(item, into, name);
    }
}

/** The data that the page has received since `forget()`; it may appear in any language. */
export interface Given {
  data(): Promise<ReadonlySet<string>>;
  forget(): void;
}

/** The user and the list that the server wrote into a page. */
const written = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/json" id="(?:user|list)">([^<]*)</g)].map(([, json = '']) =>
    JSON.parse(json),
  );

/** Listens to the server's answers to the page, and to the page itself. */
export function listenForData(page: Page): Given {
  let data = new Set<string>();
  let reading: Promise<unknown>[] = [];
  page.on('response', (response: Response) => {
    const isPage = response.request().resourceType() === 'document';
    if (!response.ok() || !(isPage || response.url().includes('/v1/'))) return;
    const into = data;
    // A document is shown by its file name.
    const file = /filename="([^"]+)"/.exec(response.headers()['content-disposition'] ?? '')?.[1];
    if (file) into.add(file);
    reading.push(
      (isPage ? response.text().then(written) : response.json())
        .then((body: unknown) => collect(body, into))
        // A download, or an answer to a page that was left before it arrived.
        .catch(() => undefined),
    );
  });
  return {
    async data() {
      await Promise.all(reading);
      return data;
    },
    forget() {
      data = new Set();
      reading = [];
    },
  };
}

/** A visible text without the data in it; '' if all of it is data or part of some. */
export function withoutData(text: string, data: ReadonlySet<string>): string {
  if (latinWords(text).length === 0) return text;
  // The initials of a name, in an avatar.
  if (/^[A-Z]{1,2}$/.test(text)) return '';
  let rest = text.replace(/\{\{[^}]*\}\}/g, ' ');
  const held = [...data].filter((value) => value.length > 1 && rest.includes(value));
  for (const value of held.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(value, ' ');
  const isPiece = latinWords(rest).length > 1 && [...data].some((value) => value.includes(text));
  return isPiece ? '' : rest.trim();
}
