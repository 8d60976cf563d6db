/** The operations by which an entity with all generated routes is read. */
export const readsOf = (path: string): string[] => [`GET ${path}`, `GET ${path}{uuid}/`];

/** The operations by which an entity with all generated routes is written. */
export const writesOf = (path: string): string[] => [
  `DELETE ${path}`,
  `POST ${path}`,
  `DELETE ${path}{uuid}/`,
  `PUT ${path}{uuid}/`,
];

/** Lines of the access table for an entity with all generated routes: the roles that read, and those that write. */
export const generated = (path: string, readers: string, writers: string): Record<string, string> =>
  Object.fromEntries([
    ...readsOf(path).map((operation) => [operation, readers]),
    ...writesOf(path).map((operation) => [operation, writers]),
  ]);
