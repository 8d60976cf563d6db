import { sql } from 'kysely';
import { type NumberPlan, noOperator, numberPlanOf } from '#schema/numberRanges.ts';
import { type NumberRange, readPhone } from '#schema/phone.ts';
import type { RowProblem } from '#schema/sheets/rows.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { invalidField } from './problem.ts';

const sentences: Record<RowProblem, string> = {
  empty: 'The number is missing.',
  'not-a-number': 'Enter a phone number.',
  rounded:
    'The spreadsheet has rounded this number, and its last digits are lost. Format the column as text and enter it again.',
  'too-short': 'The number has too few digits; a mobile number of Nepal has ten.',
  'too-long': 'The number has too many digits; a mobile number of Nepal has ten.',
  landline: 'A landline cannot receive SMS.',
  foreign: 'Only Nepal mobile numbers (+977) can be used.',
  'too-many-cells': 'The row has more cells than the header. Check for a comma inside a cell without quotes.',
};

export const problemSentence = (problem: RowProblem): string => sentences[problem];

/** A field's number in E.164. Throws an error of that field. */
export function requirePhone(raw: string, field = 'phone'): string {
  const { phone, problem } = readPhone(raw);
  if (problem) throw invalidField(field, sentences[problem]);
  return phone;
}

/** Throws if a field's number is outside all ranges of the number plan. */
export async function requireOperator(db: Db, phone: string, field = 'phone'): Promise<void> {
  if ((await loadNumberPlan(db)).find(phone).prefix === null) throw invalidField(field, noOperator(phone));
}

/** The ranges valid today in Nepal; `prefix` is the start of an E.164 number. */
export async function rangesInForce(db: Db): Promise<NumberRange[]> {
  const { rows } = await sql<NumberRange>`${prepared}
    SELECT DISTINCT ON (prefix) prefix, operator, closed FROM number_range
    WHERE valid_from <= nepal_day(now()) ORDER BY prefix, valid_from DESC`.execute(db);
  return rows;
}

export const loadNumberPlan = async (db: Db): Promise<NumberPlan> => numberPlanOf(await rangesInForce(db));
