import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';

/** A database that counts the statements containing `text` (in their SQL or a value). */
export function countedReads<DB>(db: Kysely<DB>, text: string): { db: Kysely<DB>; count(): number } {
  let found = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }): RootOperationNode {
      if (JSON.stringify(node).includes(text)) found += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), count: () => found };
}
