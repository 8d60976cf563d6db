import { sql } from 'kysely';
import { type Operator, readPhone } from '#schema/phone.ts';
import type { RowProblem } from '#schema/sheets/rows.ts';
import type { Db } from '../../db/database.ts';
import { invalidField } from './problem.ts';

const sentences: Record<RowProblem, string> = {
  empty: 'There is no number.',
  'not-a-number': 'This is not a phone number.',
  rounded:
    'The spreadsheet has rounded this number, and its last digits are lost. Format the column as text and enter it again.',
  'too-short': 'The number has too few digits; a mobile number of Nepal has ten.',
  'too-long': 'The number has too many digits; a mobile number of Nepal has ten.',
  landline: 'A landline gets no SMS.',
  foreign: 'Only mobile numbers of Nepal (+977) can be sent to.',
  'too-many-cells': 'The row has more cells than the header. Is a comma within a cell, without quotes?',
};

export const problemSentence = (problem: RowProblem): string => sentences[problem];

/** The E.164 form of a field's number. Throws what is wrong with it for that field. */
export function requirePhone(raw: string, field = 'phone'): string {
  const { phone, problem } = readPhone(raw);
  if (problem) throw invalidField(field, sentences[problem]);
  return phone;
}

/** Why a number in no range gets no message: nobody could deliver it, and it would be charged all the same. */
export const noOperator = (phone: string): string =>
  `No known operator has numbers that begin with ${phone.slice(4, 7)}.`;

/** Throws for a field's number that is in no range of the number plan. */
export async function requireOperator(db: Db, phone: string, field = 'phone'): Promise<void> {
  if ((await loadNumberPlan(db)).find(phone).prefix === null) throw invalidField(field, noOperator(phone));
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
