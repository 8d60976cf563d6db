import { currency } from '#schema/currency.ts';
import { own } from '#schema/own.ts';
import { serviceNames } from '#schema/serviceNames.ts';
import { adDate, date, digits, isDay } from '../core/format.ts';
import { textDigits } from '../core/textDigits.ts';
import { texts as crudEn } from './en/crud.ts';
import { otherOrigin as otherOriginEn } from './en/otherOrigin.ts';
import { texts as crudNe } from './ne/crud.ts';
import { otherOrigin as otherOriginNe } from './ne/otherOrigin.ts';
import { characters } from './ne/server/characters.ts';
import { server } from './ne/server.ts';

interface Texts {
  [key: string]: string | Texts;
}

/** Pairs the texts of two trees with the same shape. */
function pairs(english: Texts, nepali: Texts): [string, string][] {
  return Object.entries(english).flatMap(([key, text]) => {
    const other = nepali[key];
    if (typeof text === 'string') return typeof other === 'string' ? [[text, other] as [string, string]] : [];
    return typeof other === 'object' ? pairs(text, other) : [];
  });
}

/**
 * The server and the console's own forms use the same messages about fields, and the console has both
 * languages of those.
 */
const sentences = new Map([
  ...pairs(crudEn.crud.error, crudNe.crud.error),
  ...Object.entries(server),
  // The browser's own failure, with addresses in it.
  ...pairs(otherOriginEn, otherOriginNe),
]);

const HOLE = /%\{\w+\}/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sentences with values in them, the longest first, so that the most specific one matches. */
const patterns = [...sentences]
  .filter(([english]) => english.includes('%{'))
  .sort(([a], [b]) => b.length - a.length)
  .map(([english, nepali]) => ({
    names: (english.match(HOLE) ?? []).map((hole) => hole.slice(2, -1)),
    pattern: new RegExp(`^${english.split(HOLE).map(escaped).join('([^]+?)')}$`),
    nepali,
  }));

/** Words within sentences. */
const choices: Record<string, string> = {
  ...crudNe.crud.choices,
  ...characters,
  [serviceNames.en.esewa]: serviceNames.ne.esewa,
  [serviceNames.en.khalti]: serviceNames.ne.khalti,
};

/**
 * A value within a sentence: a formatted number, a fiscal year, an amount, a day with or without a time, a character, a status by
 * its name, or another sentence. `hole`: the placeholder's name; `_ad` ends that of a day that is Gregorian in every calendar.
 */
function valueText(value: string, hole: string): string {
  if (/^[\d.,]+$|^\d{4}\/\d\d$/.test(value)) return digits(value);
  const [, sign = '', amount] = /^(-?)Rs\. ([\d.,]+)$/.exec(value) ?? [];
  if (amount) return `${sign}${currency.ne}\u00a0${digits(amount)}`;
  const [, day = '', time] = /^([\d-]+)(?: (\d\d:\d\d))?$/.exec(value) ?? [];
  if (isDay(day)) return (hole.endsWith('_ad') ? adDate : date)(day) + (time ? `, ${digits(time)}` : '');
  if (/^U\+[\dA-F]{4,} /.test(value))
    return value.replace(/ .*/, (name) => ` ${own(choices, name.slice(1)) ?? name.slice(1)}`);
  return own(choices, value) ?? sentence(value) ?? value;
}

/**
 * The server's English message in Nepali; undefined if it is none of its sentences. Several sentences about
 * one field are joined by spaces.
 */
export function serverInNepali(text: string): string | undefined {
  const whole = sentence(text);
  if (whole !== undefined) return whole;
  const pieces = text.split(/(?<=[.!?]) (?=[A-Z])/);
  const all = pieces.map(sentence);
  return pieces.length > 1 && all.every((piece) => piece !== undefined) ? all.join(' ') : undefined;
}

function sentence(text: string): string | undefined {
  const whole = sentences.get(text);
  if (whole !== undefined && !whole.includes('%{')) return textDigits(whole);
  for (const { names, pattern, nepali } of patterns) {
    const values = text.match(pattern)?.slice(1);
    if (values)
      return textDigits(nepali).replace(HOLE, (hole, at: number, all: string) => {
        const name = hole.slice(2, -1);
        const value = values[names.indexOf(name.replace('_ad', ''))] ?? hole;
        // What somebody has typed is quoted, and stays as it is.
        return /[“"]$/.test(all.slice(0, at)) ? value : valueText(value, name);
      });
  }
  return undefined;
}
