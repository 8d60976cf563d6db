/**
 * The text of an error. Node's error for a name with several addresses, none of which answers, has none of its own: the
 * addresses' errors have.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors.map(errorText).join('; ') : '';
  return error.message || inner || (error as NodeJS.ErrnoException).code || error.name;
}
