import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { latinDigits, type Operator, type PhoneProblem, type PhoneResult, readPhone } from '#schema/phone.ts';
import type { Db } from '../db/database.ts';
import { invalidField } from './problem.ts';

const sentences: Record<PhoneProblem, string> = {
  empty: 'There is no number.',
  'not-a-number': 'This is not a phone number.',
  'too-short': 'The number has too few digits; a mobile number of Nepal has ten.',
  'too-long': 'The number has too many digits; a mobile number of Nepal has ten.',
  landline: 'A landline gets no SMS.',
  foreign: 'Only mobile numbers of Nepal (+977) can be sent to.',
};

export const phoneSentence = (problem: PhoneProblem): string => sentences[problem];

/**
 * Reads a number as people write it into E.164. Our own pattern comes first; what it does not know is
 * asked of libphonenumber, which knows ranges assigned later than this was written.
 */
export function parsePhone(raw: string): PhoneResult {
  const read = readPhone(raw);
  if (read.phone || read.problem === 'empty' || !/\d{7}/.test(latinDigits(raw).replace(/\D/g, '')))
    return read;
  const found = parsePhoneNumberFromString(latinDigits(raw), 'NP');
  return found?.country === 'NP' && found.isValid() ? { phone: found.number } : read;
}

/** The E.164 form of a field's number. Throws what is wrong with it for that field. */
export function requirePhone(raw: string, field = 'phone'): string {
  const { phone, problem } = parsePhone(raw);
  if (problem) throw invalidField(field, sentences[problem]);
  return phone;
}

interface Owner {
  operator: Operator;
  closed: boolean;
  /** The range that says so; null for a number in no range that is known. */
  prefix: string | null;
}

/** The number plan of a moment: finds a number's operator by its longest prefix. */
export interface NumberPlan {
  find(phone: string): Owner;
}

const UNKNOWN: Owner = { operator: 'unknown', closed: false, prefix: null };

/** Reads the ranges that are valid today, as Nepal's calendar has it. */
export async function loadNumberPlan(db: Db): Promise<NumberPlan> {
  const { rows } = await sql<Owner & { prefix: string }>`
    SELECT DISTINCT ON (prefix) prefix, operator, closed FROM number_range
    WHERE valid_from <= nepal_day(now()) ORDER BY prefix, valid_from DESC`.execute(db);
  const ranges = new Map(rows.map((row) => [row.prefix, row]));
  const lengths = [...new Set(rows.map((row) => row.prefix.length))].sort((a, b) => b - a);
  return {
    find(phone) {
      for (const length of lengths) {
        const range = ranges.get(phone.slice(0, length));
        if (range) return range;
      }
      return UNKNOWN;
    },
  };
}
