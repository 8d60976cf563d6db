import { own } from '#schema/own.ts';
import {
  charactersForcingUcs2,
  countSms,
  PLACEHOLDER,
  placeholders,
  renderBody,
  replaceForGsm,
} from '#schema/sms.ts';

/** Values for placeholders: name -> value. */
export type Values = Readonly<Record<string, string | undefined>>;

/** What can be replaced in a text so that it fits the GSM alphabet, and what that saves. */
export interface Replacement {
  text: string;
  /** Whether nothing is left that forces UCS-2. */
  whole: boolean;
  partsNow: number;
  saved: number;
}

/** Replaces outside of `{{placeholders}}` only, whose names must stay as they are. */
const replaceAround = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, (piece) =>
    piece.startsWith('{{') ? piece : replaceForGsm(piece),
  );

/** The offer to replace characters; undefined where it would change nothing. `values` as for counting. */
export function replacementOf(body: string, values?: Values): Replacement | undefined {
  const text = replaceAround(body);
  if (text === body) return undefined;
  const before = countBody(body, values);
  const after = countBody(text, values);
  return {
    text,
    whole: after.encoding === 'GSM-7',
    partsNow: before.parts,
    saved: Math.max(0, before.parts - after.parts),
  };
}

/**
 * Counts a body as its recipient gets it: with `values` in its placeholders, or
 * empty ones without values.
 */
export const countBody = (body: string, values?: Values) => countSms(countedText(body, values));

/** The text that is counted. */
export const countedText = (body: string, values: Values = {}): string => renderBody(body, values).text;

const DEVANAGARI = /\p{Script=Devanagari}|[।॥\u200c\u200d]/u;

/** The characters that force UCS-2, Nepali letters apart: those are meant, the others mostly slipped in. */
export function ucs2Causes(body: string): { nepali: boolean; others: string[] } {
  const all = charactersForcingUcs2(body);
  const others = all.filter((char) => !DEVANAGARI.test(char));
  return { nepali: others.length < all.length, others };
}

/** The body's placeholders alone. It stays equal while other text is typed, so what shows only placeholders is not rendered. */
export const onlyPlaceholders = (body: string): string =>
  placeholders(body)
    .map((name) => `{{${name}}}`)
    .join('');

/** Whether every placeholder of the body has a value. */
export const isComplete = (body: string, values: Values): boolean =>
  renderBody(body, values).missing.length === 0;

export interface Piece {
  text: string;
  /** Set on a placeholder that has no value. */
  missing?: string;
}

/** The body as pieces: text with the values in it, and the placeholders that have none. */
export function piecesOf(body: string, values: Values): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of body.matchAll(PLACEHOLDER)) {
    const name = match[1] as string;
    const value = own(values, name)?.trim();
    pieces.push({ text: body.slice(at, match.index) });
    pieces.push(value ? { text: value } : { text: match[0], missing: name });
    at = match.index + match[0].length;
  }
  pieces.push({ text: body.slice(at) });
  return pieces.filter((piece) => piece.text !== '');
}

/** The names that may be inserted: those offered, each once, without those that cannot be placeholders. */
export const usableNames = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '' && !/[{}]/.test(name));
