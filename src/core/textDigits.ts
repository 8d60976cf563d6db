import { preferences } from './preferences.ts';

interface Messages {
  [key: string]: string | Messages;
}

/**
 * A placeholder, a word with Latin letters or signs (UTF-8, .xlsx, +977, 203.0.113.0/24, %20), or a number.
 * Only numbers get the reader's digits.
 */
const TOKEN = /%\{\w+\}|[\w.+/#%-]*(?:[A-Za-z+/#%]|:(?=[\w/]))[\w.+/:#%-]*|\d+(?:[.,]\d+)*/g;
/** Things that people copy (phone numbers, IP addresses), and the sample that shows Latin digits. */
const KEPT = /^\d{10,}$|^\d+(\.\d+){3}$|^123$/;

const inDevanagari = (text: string): string =>
  text.replace(TOKEN, (token) =>
    /^\d/.test(token) && !/[A-Za-z+/:#%]/.test(token) && !KEPT.test(token)
      ? token.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)))
      : token,
  );

const converted = (texts: Messages): Messages =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? inDevanagari(text) : converted(text),
    ]),
  );

const wantsDevanagari = (): boolean => preferences.get().digits === 'devanagari';

/** A Nepali text, stored with Latin digits, in the digits that the reader chose. Placeholders stay. */
export const textDigits = (text: string): string => (wantsDevanagari() ? inDevanagari(text) : text);

/** The same for a tree of Nepali texts. */
export const treeDigits = <Tree extends object>(texts: Tree): Tree =>
  wantsDevanagari() ? (converted(texts as unknown as Messages) as unknown as Tree) : texts;
