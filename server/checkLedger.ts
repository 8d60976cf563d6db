/**
 * `node server/checkLedger.ts [--account UUID] [--books]`: what does not agree in the books of the database at DATABASE_URL,
 * one line of JSON each (docs/ledger.md). It only reads. Ends with 1 when there is anything.
 */
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { withoutLimit } from './db/database.ts';
import { errorText } from './db/errorText.ts';
import { checkLedger } from './services/reports/ledgerCheck.ts';

try {
  const { account, books } = parseArgs({
    options: { account: { type: 'string' }, books: { type: 'boolean', default: false } },
  }).values;
  const { DATABASE_URL } = readConfig(process.env);
  if (!DATABASE_URL) throw new Error('DATABASE_URL says which database.');
  const violations = await withoutLimit(DATABASE_URL, (db) => checkLedger(db, { account, messages: !books }));
  for (const violation of violations) console.log(JSON.stringify(violation));
  console.error(violations.length === 0 ? 'The books agree.' : `${violations.length} places do not agree.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 2;
}
