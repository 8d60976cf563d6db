/**
 * Records whose deletion can still be undone. The server has them until then, so lists that are read meanwhile leave them out:
 * react-admin takes them only from lists that have been read before.
 */
const leaving = new Set<string>();

const keyOf = (resource: string, id: unknown) => `${resource}/${id}`;

/** Leaves records out of lists until the returned function is called. */
export function leave(resource: string, ids: readonly unknown[]): () => void {
  const keys = ids.map((id) => keyOf(resource, id));
  for (const key of keys) leaving.add(key);
  return () => {
    for (const key of keys) leaving.delete(key);
  };
}

/** A list's answer without the records that leave. */
export function withoutLeaving<T extends { data: { id: unknown }[]; total?: number | undefined }>(
  resource: string,
  answer: T,
): T {
  if (leaving.size === 0) return answer;
  const data = answer.data.filter(({ id }) => !leaving.has(keyOf(resource, id)));
  const total = answer.total === undefined ? undefined : answer.total + data.length - answer.data.length;
  return { ...answer, data, ...(total !== undefined && { total }) };
}
