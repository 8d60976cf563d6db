import { type NumberPlan, noOperator } from '#schema/numberRanges.ts';
import { type PhoneProblem, readPhone } from '#schema/phone.ts';

interface Entry {
  /** The line of the paste, from 1. */
  line: number;
  value: string;
}

export interface PastedNumbers {
  /** Every entry that stands for a number, in order: sent to the server. */
  entries: Entry[];
  good: number;
  /** The valid numbers in E.164, without repetitions. */
  phones: string[];
  /** `problem` is a translation key, or the server's sentence for a number of no known operator. */
  bad: (Entry & { problem: string })[];
  duplicates: (Entry & { first: number })[];
}

/** The server takes no longer value. */
const VALUE_MAX = 200;

/** The dots keep what is cut from being read as a number, and no character is cut in half. */
const cut = (text: string): string =>
  text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Numbers between spaces are several numbers only where each of them is one by itself. */
function valuesOf(piece: string): string[] {
  const text = piece.trim();
  if (text === '') return [];
  if (!/\s/.test(text) || readPhone(text).phone) return [cut(text)];
  const words = text.split(/\s+/);
  return words.every((word) => readPhone(word).phone) ? words : [cut(text)];
}

type Read = { phone: string; problem?: undefined } | { phone?: undefined; problem: string };

const keyOf = (problem: PhoneProblem): string => `crud.phone.${problem}`;

/**
 * Reads one number as typed. With the number plan, numbers of no operator are refused too, as by the check before sending;
 * `problem` is a translation key or the server's sentence.
 */
export function readNumber(value: string, plan: NumberPlan | undefined): Read {
  const { phone, problem } = readPhone(value);
  if (problem) return { problem: keyOf(problem) };
  return plan?.find(phone).prefix === null ? { problem: noOperator(phone) } : { phone };
}

let last: { text: string; plan: NumberPlan | undefined; result: PastedNumbers } | undefined;

/**
 * Reads pasted numbers, one in a line or with commas, semicolons or tabs between. Several parts of the page need the
 * result for the same text, so the last one is cached.
 */
export function readNumbers(text: string, plan?: NumberPlan): PastedNumbers {
  if (last?.text !== text || last.plan !== plan) last = { text, plan, result: read(text, plan) };
  return last.result;
}

function read(text: string, plan: NumberPlan | undefined): PastedNumbers {
  const result: PastedNumbers = { entries: [], good: 0, phones: [], bad: [], duplicates: [] };
  const firstLines = new Map<string, number>();
  text.split(/\r\n|\r|\n/).forEach((row, index) => {
    for (const value of row.split(/[,;\t]/).flatMap(valuesOf)) {
      const entry = { line: index + 1, value };
      result.entries.push(entry);
      const { phone, problem } = readNumber(value, plan);
      if (problem !== undefined) {
        result.bad.push({ ...entry, problem });
        continue;
      }
      const first = firstLines.get(phone);
      if (first !== undefined) result.duplicates.push({ ...entry, first });
      else {
        firstLines.set(phone, entry.line);
        result.phones.push(phone);
        result.good++;
      }
    }
  });
  return result;
}

/** The valid numbers without repetitions, one per line. */
export function withoutBad(text: string, plan?: NumberPlan): string {
  const seen = new Set<string>();
  const kept = readNumbers(text).entries.filter(({ value }) => {
    const { phone } = readNumber(value, plan);
    if (!phone || seen.has(phone)) return false;
    seen.add(phone);
    return true;
  });
  return kept.map(({ value }) => value).join('\n');
}
