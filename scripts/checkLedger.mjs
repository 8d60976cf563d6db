/**
 * `npm run check:ledger [-- --account UUID] [-- --books]`: what does not agree in the books of the database at
 * DATABASE_URL, one line of JSON each (docs/ledger.md). It only reads. Ends with 1 when there is anything.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/database.ts';
import { checkLedger } from '../server/services/reports/ledgerCheck.ts';

const { account, books } = parseArgs({
  options: { account: { type: 'string' }, books: { type: 'boolean', default: false } },
}).values;
const { DATABASE_URL } = readConfig(process.env);
if (!DATABASE_URL) {
  console.error('DATABASE_URL says which database.');
  process.exit(2);
}
const { db, close } = openDatabase(DATABASE_URL, 1, () => {}, { isBounded: false });
try {
  const violations = await checkLedger(db, { account, messages: !books });
  for (const violation of violations) console.log(JSON.stringify(violation));
  console.error(violations.length === 0 ? 'The books agree.' : `${violations.length} places do not agree.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await close();
}
