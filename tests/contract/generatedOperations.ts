import type { Entity } from '#schema/entity.ts';

/** The operations by which an entity with all generated routes is read. */
export const readsOf = (path: string): string[] => [`GET ${path}`, `GET ${path}{uuid}/`];

const writes: Readonly<Record<Entity['writes'][number], (path: string) => string[]>> = {
  create: (path) => [`POST ${path}`],
  update: (path) => [`PUT ${path}{uuid}/`],
  delete: (path) => [`DELETE ${path}`, `DELETE ${path}{uuid}/`],
};

/** The operations by which an entity with all generated routes is written. */
export const writesOf = (path: string): string[] => Object.values(writes).flatMap((of) => of(path));

/** Lines of the access table for an entity with all generated routes: the roles that read, and those that write. */
export const generated = (path: string, readers: string, writers: string): Record<string, string> =>
  Object.fromEntries([
    ...readsOf(path).map((operation) => [operation, readers]),
    ...writesOf(path).map((operation) => [operation, writers]),
  ]);

/** The operations that crud() generates for an entity, on all of its paths. */
export const generatedOf = ({ path, aliases, writes: kinds }: Entity): { name: string; isRead: boolean }[] =>
  [path, ...aliases].flatMap((one) => [
    ...readsOf(one).map((name) => ({ name, isRead: true })),
    ...kinds.flatMap((kind) => writes[kind](one)).map((name) => ({ name, isRead: false })),
  ]);
