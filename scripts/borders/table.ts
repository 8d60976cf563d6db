import { consoleRows } from './consoleRows.ts';
import type { Row } from './row.ts';
import { serverRows } from './serverRows.ts';
import { testRows } from './testRows.ts';

/**
 * The borders between the folders: which other folders and packages each may import. `.dependency-cruiser.cjs` builds its
 * rules from this table (rules.ts), and tests/schema/borders.test.ts refuses a folder without a row. What a row does not
 * name is forbidden.
 *
 * A row's name is a folder (`src`: the files directly in it), a folder with everything below it (`src/crud/**`) or one
 * file. The most specific row applies.
 */
export const table: Readonly<Record<string, Row>> = {
  // The contract is plain data and checks. Its registry is at the top.
  schema: { imports: ['schema/sheets'], packages: ['zod'] },
  'schema/index.ts': { imports: ['schema'], packages: ['zod'] },
  'schema/sheets': { imports: ['schema'], packages: ['zod'] },
  'schema/sheets/xlsx': { imports: ['schema/sheets'], packages: ['numfmt', 'saxen'] },
  ...consoleRows,
  ...serverRows,
  ...testRows,
};
