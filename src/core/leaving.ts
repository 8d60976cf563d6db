/**
 * Records whose deletion can still be undone. The server has them until then, so lists that are read meanwhile leave them out:
 * react-admin takes them only from lists that have been read before.
 */
const leaving = new Set<string>();
/** Called once no record leaves any more. */
const waiting = new Set<() => void>();
/** How long a server may take to answer before a session ends, in milliseconds. */
const PATIENCE = 5_000;

/** Resolves when the server has answered about all of them, if their deletion is carried out now. */
export async function allLeft(): Promise<void> {
  if (leaving.size === 0) return;
  await new Promise<void>((resolve) => {
    waiting.add(resolve);
    setTimeout(resolve, PATIENCE);
  });
}

const keyOf = (resource: string, id: unknown) => `${resource}/${id}`;

/** Leaves records out of lists until the returned function is called. */
export function leave(resource: string, ids: readonly unknown[]): () => void {
  const keys = ids.map((id) => keyOf(resource, id));
  for (const key of keys) leaving.add(key);
  return () => {
    for (const key of keys) leaving.delete(key);
    if (leaving.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
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
