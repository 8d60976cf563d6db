import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ERASED } from '#schema/erased.ts';
import type { Erasure } from '#schema/erasure.ts';
import type { SheetKind } from '#schema/file.ts';
import { readPhone } from '#schema/phone.ts';
import { cellText } from '#schema/sheets/cells.ts';
import type { RowPiece } from '#schema/sheets/rows.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import type { Db } from '../../db/database.ts';
import { FileGone, type Files } from '../files/files.ts';
import { storedRows } from '../files/storedSheet.ts';
import { makeNumberHash } from '../platform/numberHash.ts';
import { Problem } from '../platform/problem.ts';
import { expireExports } from './accountExport.ts';

/** Whose number is erased: in one account or everywhere. */
export interface Scope {
  account: string;
  /** E.164. */
  phone: string;
  everywhere: boolean;
  /** When it was asked for. What was accepted after that is not waited for. */
  created_at: string;
}

type Count = 'contacts' | 'messages' | 'blacklisted' | 'files' | 'exports' | 'records';
/** How much a step erased. */
export type Erased = Partial<Pick<Erasure, Count>>;

interface Store {
  db: Kysely<unknown>;
  files: Files;
}
type Step = (store: Store, scope: Scope) => Promise<Erased>;

/** Messages changed in one transaction. */
const BATCH = 5000;
/** An operator's result can come this long after a message was handed over: the longest validity. */
const RESULT_DAYS = 7;

/** SQL: whether a record of this account is in the scope. */
const within = ({ account, everywhere }: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  everywhere ? sql`true` : sql`${column} = ${account}`;

/** SQL: whether message `m` has no result yet. Until then its number is needed to send it and to find its receipt. */
const isInHand = sql`(m.status IN ('queued', 'unknown')
  OR (m.status = 'submitted' AND m.submitted_at > now() - make_interval(days => ${RESULT_DAYS})))`;

/** A plan that was made before can be sent until it expires. */
const PLAN_HOURS = 1;

/**
 * How much of what was asked for before the erasure may still bring the number back or needs it: messages without a result
 * (or other ones: `which`), recipients of plans that are still to become messages, and imports.
 */
export async function countWaiting(db: Db, scope: Scope, which = isInHand): Promise<number> {
  const { phone } = scope;
  const end = sql`${scope.created_at}::timestamptz`;
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM message m
        WHERE m.phone = ${phone} AND ${within(scope, sql`m.account`)} AND ${which}
          AND m.campaign < uuid_floor(${end} + make_interval(hours => ${PLAN_HOURS})))
      + (SELECT count(*) FROM plan_recipient r JOIN plan p ON p.uuid = r.plan
        WHERE r.phone = ${phone} AND r.refusal IS NULL AND ${within(scope, sql`p.account`)}
          AND p.created_at <= ${end} AND (p.used OR p.expires_at > now()))
      + (SELECT count(*) FROM contact_import i
        WHERE i.status IN ('queued', 'running') AND i.created_at <= ${end}
          AND ${within(scope, sql`i.account`)}) AS n`.execute(db);
  return Number(rows[0]?.n);
}

const contacts: Step = async ({ db }, scope) => {
  const { numAffectedRows } = await sql`
    DELETE FROM contact c USING account a
    WHERE c.account = a.uuid AND c.phone = ${scope.phone} AND ${within(scope, sql`a.uuid`)}`.execute(db);
  return { contacts: Number(numAffectedRows) };
};

const messages: Step = async ({ db }, scope) => {
  for (let done = 0; ; ) {
    // Locked ones are being changed by a receipt: they are taken in the next round, or in the next run.
    const { numAffectedRows } = await sql`
      UPDATE message SET phone = ${ERASED}, text = '' WHERE uuid IN (
        SELECT m.uuid FROM message m
        WHERE m.phone = ${scope.phone} AND ${within(scope, sql`m.account`)} AND NOT ${isInHand}
        ORDER BY m.uuid LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`.execute(db);
    done += Number(numAffectedRows);
    if (!numAffectedRows) return { messages: done };
  }
};

/** Entries stay as a hash, so that the number still gets nothing; what else says the number loses it. */
const blacklist: Step = ({ db }, scope) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ uuid: string; account: string }>`
      SELECT b.uuid, b.account FROM account a JOIN blacklist_number b ON b.account = a.uuid AND b.phone = ${scope.phone}
      WHERE ${within(scope, sql`a.uuid`)} ORDER BY b.uuid FOR UPDATE OF b`.execute(trx);
    if (rows.length === 0) return {};
    const hash = await makeNumberHash(trx);
    for (const { uuid, account } of rows) {
      const entry = hash(account, scope.phone);
      // Somebody listed the number again after it was erased before.
      await sql`DELETE FROM blacklist_number WHERE account = ${account} AND phone = ${entry}`.execute(trx);
      await sql`UPDATE blacklist_number SET phone = ${entry} WHERE uuid = ${uuid}`.execute(trx);
    }
    return { blacklisted: rows.length };
  });

/** Uploaded sheets with the number are deleted as a whole: they are originals, of which no row can be taken out. */
const files: Step = async ({ db, files: store }, scope) => {
  const { rows } = await sql<{ uuid: string; path: string; kind: SheetKind }>`
    SELECT uuid, path, kind FROM file f
    WHERE kind IN ('csv', 'xlsx') AND erased_at IS NULL AND ${within(scope, sql`f.account`)}
      AND NOT EXISTS (SELECT FROM contact_import i WHERE i.file = f.uuid AND i.status IN ('queued', 'running'))
    ORDER BY uuid`.execute(db);
  let erased = 0;
  for (const file of rows) {
    if (!(await hasNumber(store, file, scope.phone))) continue;
    await store.remove(file.path);
    await sql`UPDATE file SET erased_at = now() WHERE uuid = ${file.uuid}`.execute(db);
    erased++;
  }
  return { files: erased };
};

/**
 * Whether a cell of a stored file is the number, or may be: nobody knows what is in a file that cannot be read to its end.
 * False for a file that is gone.
 */
async function hasNumber(
  store: Files,
  file: { path: string; kind: SheetKind },
  phone: string,
): Promise<boolean> {
  const isIn = async (name: string | null): Promise<boolean> => {
    let book: RowPiece['workbook'];
    // Every row, also of a sheet that cannot be imported, such as an empty one.
    for await (const { rows, workbook } of storedRows(store, file, { sheet: name }, { isPatient: true })) {
      if (rows.some((cells) => cells.some((cell) => readPhone(cellText(cell)).phone === phone))) return true;
      book ??= workbook;
    }
    if (name !== null || !book) return false;
    for (const other of book.sheets) if (other !== book.sheet && (await isIn(other))) return true;
    return false;
  };
  try {
    return await isIn(null);
  } catch (error) {
    if (error instanceof SheetError) return true;
    if (error instanceof Problem || error instanceof FileGone) return false;
    throw error;
  }
}

const INTERRUPTED = 'A number was erased during the export. Start the export again.';

/** Archives of everything may have the number: they are deleted, and those in preparation end. */
const exports: Step = async ({ db, files: store }, scope) => {
  await sql`
    UPDATE account_export e SET status = 'failed', finished_at = now(),
      error = ${INTERRUPTED}
    WHERE status IN ('queued', 'running') AND ${within(scope, sql`e.account`)}`.execute(db);
  return { exports: await expireExports(db, store, within(scope, sql`e.account`)) };
};

/** Columns in which the number may stand among other text. */
interface Columns {
  table: string;
  text?: string[];
  json?: string[];
  /** The account of row `t`. */
  of: RawBuilder<unknown>;
  /** Which rows; the others are still to be read, and the erasure waits for them. */
  which?: RawBuilder<boolean>;
}

const columns: readonly Columns[] = [
  { table: 'contact', text: ['name'], json: ['attributes'], of: sql`t.account` },
  { table: 'campaign', text: ['name'], json: ['flag'], of: sql`t.account` },
  { table: 'plan', json: ['summary'], of: sql`t.account` },
  { table: 'failover_campaign', text: ['name'], of: sql`t.account` },
  {
    table: 'campaign_source',
    json: ['recipients'],
    of: sql`(SELECT account FROM campaign c WHERE c.uuid = t.campaign)`,
  },
  { table: 'blacklist_number', text: ['reason'], of: sql`t.account` },
  { table: 'contact_import', text: ['file_name', 'reason', 'error'], of: sql`t.account` },
  {
    table: 'contact_import',
    json: ['mapping'],
    of: sql`t.account`,
    which: sql`t.status NOT IN ('queued', 'running')`,
  },
  { table: 'file', text: ['name'], of: sql`t.account` },
  { table: 'webhook_delivery', json: ['events'], of: sql`t.account` },
  {
    table: 'webhook_event',
    json: ['events'],
    of: sql`(SELECT account FROM webhook w WHERE w.uuid = t.webhook)`,
  },
];

/** SQL: column `name` of row `t` without the number. */
const without = (name: string, phone: string, isJson: boolean): RawBuilder<unknown> => {
  const column = sql.ref(`t.${name}`);
  return isJson
    ? sql`without_number(${column}::text, ${phone})::jsonb`
    : sql`without_number(${column}, ${phone})`;
};

/** Names of groups: two that differed in the number alone stay different. Returns how many. */
async function eraseGroupNames(db: Kysely<unknown>, scope: Scope): Promise<number> {
  const { phone } = scope;
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM contact_group t
    WHERE ${within(scope, sql`t.account`)} AND name ~ number_pattern(${phone}) ORDER BY uuid`.execute(db);
  for (const { uuid } of rows) {
    for (let n = 1; ; n++) {
      const name = sql`without_number(t.name, ${phone}) || ${n === 1 ? '' : ` (${n})`}`;
      const { rows: taken } = await sql`
        SELECT FROM contact_group t JOIN contact_group o ON o.account = t.account AND o.uuid <> t.uuid AND o.name = ${name}
        WHERE t.uuid = ${uuid}`.execute(db);
      if (taken.length > 0) continue;
      await sql`UPDATE contact_group t SET name = ${name} WHERE uuid = ${uuid}`.execute(db);
      break;
    }
  }
  return rows.length;
}

/** What else says the number: texts and JSON of records, excluded recipients, kept receipts, and the audit log. */
const records: Step = async ({ db }, scope) => {
  const { phone } = scope;
  let changed = await eraseGroupNames(db, scope);
  const run = async (statement: RawBuilder<unknown>) => {
    changed += Number((await statement.execute(db)).numAffectedRows ?? 0);
  };
  for (const { table, text = [], json = [], of, which = sql`true` } of columns) {
    const sets = [...text, ...json].map(
      (name) => sql`${sql.ref(name)} = ${without(name, phone, json.includes(name))}`,
    );
    const finds = [...text, ...json].map(
      (name) => sql`${sql.ref(`t.${name}`)}::text ~ number_pattern(${phone})`,
    );
    await run(sql`
      UPDATE ${sql.table(table)} t SET ${sql.join(sets)}
      WHERE ${within(scope, of)} AND ${which} AND (${sql.join(finds, sql` OR `)})`);
  }
  await run(sql`
    UPDATE plan_recipient r SET phone = ${ERASED}, text = NULL, reason = without_number(r.reason, ${phone})
    FROM plan p WHERE p.uuid = r.plan AND ${within(scope, sql`p.account`)} AND r.refusal IS NOT NULL
      AND r.phone ~ number_pattern(${phone})`);
  if (scope.everywhere)
    await run(sql`
      DELETE FROM receipt WHERE phone ~ number_pattern(${phone})
        AND NOT EXISTS (SELECT FROM message_unknown u WHERE u.phone = ${phone})`);
  const { rows } = await sql<{ n: number }>`
    SELECT erase_number_in_audit(${phone}, ${scope.everywhere ? null : scope.account}) AS n`.execute(db);
  return { records: changed + Number(rows[0]?.n ?? 0) };
};

/** In this order: messages and contacts first, and what tells of them last. ERASURE_STEPS of them. */
export const eraseSteps: readonly Step[] = [contacts, messages, blacklist, files, exports, records];
