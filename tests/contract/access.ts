import { entities } from '#schema/index.ts';
import { byPair as pairsTable } from './accessPairs.ts';
import { byRule } from './accessRule.ts';
import { access as rolesTable } from './accessTable.ts';

/** The entities that the tables do not name, with their operations. */
export const ruled = byRule(entities, rolesTable);

/** Who may call each operation: `public`, or the roles that may. */
export const access: Readonly<Record<string, string>> = {
  ...rolesTable,
  ...Object.fromEntries(
    ruled.flatMap(({ operations }) => operations.map(({ name, roles }) => [name, roles])),
  ),
};

/** What each pair alone opens. */
export const byPair: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(pairsTable).map(([word, names]) => [
    word,
    [
      ...names,
      ...ruled.flatMap(({ operations }) =>
        operations.filter(({ pair }) => pair.join(' ') === word).map(({ name }) => name),
      ),
    ],
  ]),
);
