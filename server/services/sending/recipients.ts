import { sql } from 'kysely';
import { VIBER_MAX, viberLength } from '#schema/channel.ts';
import type { ComposeInput, Plan, Refusal } from '#schema/compose.ts';
import { contactValues } from '#schema/contactValues.ts';
import { noOperator } from '#schema/numberRanges.ts';
import { own } from '#schema/own.ts';
import { readPhone } from '#schema/phone.ts';
import { checkRow, type RowResult } from '#schema/sheets/rows.ts';
import { PARTS_MAX, placeholders, renderBody, sizeSms } from '#schema/sms.ts';
import { ownColumn, textColumn } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import type { Files } from '../files/files.ts';
import { openSheet, requireSheet } from '../files/storedSheet.ts';
import { loadNumberPlan, problemSentence } from '../platform/numbers.ts';
import { invalidField } from '../platform/problem.ts';
import { contactsOfGroups } from './groupContacts.ts';
import { type KeywordMatcher, keywordReason } from './keywords.ts';
import { noValue, valueProblem } from './renderedText.ts';

/** One recipient as given. `text` is set if it is already rendered (a retry). */
interface Given {
  source: Plan['refused_rows'][number]['source'];
  row: number | null;
  value: string;
  values: Readonly<Record<string, string | undefined>>;
  /** The parsed number of a file's row; if absent, the value is parsed. */
  found?: RowResult;
  text?: string;
}

export type Source = AsyncIterable<readonly Given[]> & {
  /** Known at the end: rows that the uploaded workbook hides, and rows of the file. */
  hiddenRows?(): number;
  fileRows?(): number;
};

/**
 * Rows that are read, checked and written at once. What lives meanwhile gets into the old generation of the heap: with 5,000,
 * a plan of a million took 500 MB instead of 380.
 */
const BATCH = 1000;

/** The recipients of a compose request: pasted numbers, then groups, then a file. */
export function sourceOf(
  db: Db,
  files: Files,
  account: string,
  input: Pick<ComposeInput, 'body' | 'recipients'>,
): Source {
  const tally = { hidden: 0, rows: 0 };
  return Object.assign(givenBy(db, files, account, input, tally), {
    hiddenRows: () => tally.hidden,
    fileRows: () => tally.rows,
  });
}

type Batches = AsyncGenerator<readonly Given[], void, void>;
type Tally = { hidden: number; rows: number };

async function* givenBy(
  db: Db,
  files: Files,
  account: string,
  { body, recipients }: Pick<ComposeInput, 'body' | 'recipients'>,
  tally: Tally,
): Batches {
  const { numbers = [], groups = [], file } = recipients;
  if (numbers.length > 0)
    yield numbers.map((value, i) => ({ source: 'numbers', row: i + 1, value, values: {} }));
  if (groups.length > 0) yield* contactsOf(db, account, body, groups);
  if (file) yield* rowsOf(db, files, account, body, file, tally);
}

async function* contactsOf(db: Db, account: string, body: string, groups: readonly string[]): Batches {
  const hasValues = placeholders(body).length > 0;
  for await (const contacts of contactsOfGroups(db, { account, groups, hasValues, batch: BATCH }))
    yield contacts.map(({ phone, name, attributes = {} }) => ({
      source: 'group',
      row: null,
      value: phone,
      values: hasValues ? contactValues({ name, phone, attributes }) : {},
    }));
}

async function* rowsOf(
  db: Db,
  files: Files,
  account: string,
  body: string,
  { reference, phone, columns = {}, ...choice }: NonNullable<ComposeInput['recipients']['file']>,
  tally: Tally,
): Batches {
  const { rows } = await sql<{ path: string; kind: string }>`
    SELECT path, kind FROM file WHERE uuid = ${reference} AND account = ${account}`.execute(db);
  if (!rows[0]) throw invalidField('recipients.file', 'The uploaded file no longer exists. Upload it again.');
  const { path, kind } = rows[0];
  requireSheet(kind, 'recipients.file');
  const sheet = await openSheet(files, { path, kind }, choice, { field: 'recipients.file', batch: BATCH });
  try {
    const indexOf = (column: string, field: string): number => {
      const index = sheet.columns.indexOf(column);
      if (index < 0) throw invalidField(field, `The file has no column "${column}".`);
      return index;
    };
    const phoneAt = indexOf(phone, 'recipients.file.phone');
    const taken = placeholders(body).map(
      (name) => [name, indexOf(own(columns, name) ?? name, 'recipients.file.columns')] as const,
    );
    for await (const batch of sheet.batches) {
      tally.rows += batch.rows.length;
      yield batch.rows.map(({ row, cells }) => ({
        source: 'file',
        row,
        value: cells[phoneAt] ?? '',
        found: checkRow(cells, sheet.columns.length, phoneAt),
        values: Object.fromEntries(taken.map(([name, index]) => [name, cells[index]])),
      }));
    }
    tally.hidden = sheet.hiddenRows();
  } finally {
    await sheet.close();
  }
}

/** The reason why a text of so many characters cannot be sent over Viber. */
export const tooLongForViber = (characters: number): string =>
  `The text has ${characters} characters. A Viber message can have up to ${VIBER_MAX}.`;

/** What a plan is read for. */
interface Purpose {
  plan: string;
  body: string;
  keywords: KeywordMatcher;
  /** Sent over Viber: whether an SMS may follow. */
  viber?: { fallback: number | null } | null | undefined;
}

/**
 * Reads all recipients of a source into the plan's rows, each with text, parts, or the reason for exclusion. Returns how
 * many there were.
 */
export async function stage(
  db: Db,
  { plan, body, keywords, viber = null }: Purpose,
  source: Source,
): Promise<number> {
  const numberPlan = await loadNumberPlan(db);
  const isFixed = placeholders(body).length === 0;
  const fixed = sizeSms(body);
  const inValues = keywords.forValues(body);
  let position = 0;
  let written: Promise<unknown> = Promise.resolve();
  try {
    for await (const batch of source) {
      const rows = batch.map(({ source, row, value, values, found, text: given }) => {
        const base = { position: ++position, source, row, phone: value.slice(0, 200) };
        const refused = (refusal: Refusal, reason: string) => ({ ...base, refusal, reason });
        const { phone, problem: wrong } = found ?? readPhone(value);
        if (wrong) return refused('invalid', problemSentence(wrong));
        const { operator, prefix } = numberPlan.find(phone);
        if (prefix === null) return refused('unknown-operator', noOperator(phone));
        const { text, missing } =
          given === undefined && !isFixed ? renderBody(body, values) : { text: given ?? body, missing: [] };
        if (missing.length > 0) return refused('missing-value', noValue(missing));
        const problem = isFixed && given === undefined ? undefined : valueProblem(body, values, text);
        if (problem) return refused('bad-character', problem);
        const size = isFixed && given === undefined ? fixed : sizeSms(text);
        const characters = viber ? viberLength(text) : 0;
        if (characters > VIBER_MAX) return refused('too-long', tooLongForViber(characters));
        if (size.parts > PARTS_MAX && (!viber || viber.fallback)) {
          return refused('too-long', `The text has ${size.parts} parts. The maximum is ${PARTS_MAX}.`);
        }
        if (keywords.version !== null && !(isFixed && text === body)) {
          const found = given === undefined ? inValues(values, text) : keywords.keywordsIn(text);
          if (found.length > 0) return refused('blocked-keyword', keywordReason(keywords, text));
        }
        const own = text === body ? {} : { text };
        const { encoding } = size;
        const parts = viber
          ? { parts: 1, ...(viber.fallback && { sms_parts: size.parts }) }
          : { parts: size.parts };
        return { ...base, phone, operator, ...parts, encoding, ...own };
      });
      await written;
      written = insert(db, plan, rows);
      // Awaited with the next batch; a failure in between is not unhandled.
      written.catch(() => {});
    }
    await written;
  } finally {
    // If the source fails, the caller removes the plan's rows: none may be written after that.
    await written.catch(() => {});
  }
  if (position < 2) return position;
  // For so new a plan PostgreSQL expects one row, so the windows are computed once, before its rows are looked up by key.
  await sql`
    WITH d AS MATERIALIZED (
      SELECT * FROM (
        SELECT plan, position, row_number() OVER same AS n, first_value(row) OVER same AS first_row,
          first_value(source) OVER same AS first_source
        FROM plan_recipient WHERE plan = ${plan} AND refusal IS NULL
        WINDOW same AS (PARTITION BY phone ORDER BY position)) numbered
      WHERE n > 1
    )
    UPDATE plan_recipient p SET refusal = 'duplicate', text = NULL,
      reason = CASE WHEN d.first_row IS NULL THEN 'The number is there already.'
                    ELSE 'The same number as in row ' || d.first_row
                      || CASE WHEN d.first_source = p.source THEN '.' ELSE ' of the numbers.' END END
    FROM d WHERE p.plan = d.plan AND p.position = d.position`.execute(db);
  return position;
}

/** A row of a plan; those that are excluded have a reason instead of parts. */
interface Staged {
  position: number;
  source: Given['source'];
  row: number | null;
  phone: string;
  operator?: string;
  text?: string;
  parts?: number;
  sms_parts?: number;
  encoding?: string;
  refusal?: Refusal;
  reason?: string;
}

/** Writes rows of a plan while the next ones are read. */
function insert(db: Db, plan: string, rows: readonly Staged[]): Promise<unknown> {
  const own = (key: Exclude<keyof Staged, 'phone' | 'text' | 'reason'>, type: string) =>
    ownColumn(rows, key, type);
  const text = (key: 'phone' | 'text' | 'reason') => textColumn(rows.map((row) => row[key]));
  return sql`${prepared}
    INSERT INTO plan_recipient (plan, position, source, row, phone, operator, text, parts, sms_parts, encoding, refusal, reason)
    SELECT ${plan}, position, source, row, phone, operator, text, coalesce(parts, 0), sms_parts, encoding, refusal, reason
    FROM ROWS FROM (${own('position', 'int')}, ${own('source', 'text')}, ${own('row', 'int')}, ${text('phone')},
        ${own('operator', 'text')}, ${text('text')}, ${own('parts', 'smallint')}, ${own('sms_parts', 'smallint')},
        ${own('encoding', 'text')}, ${own('refusal', 'text')}, ${text('reason')})
      AS r(position, source, row, phone, operator, text, parts, sms_parts, encoding, refusal, reason)`.execute(
    db,
  );
}
