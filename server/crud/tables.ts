/** Facts about each entity with routes, which tests compare with the database. */
interface Stored {
  table: string;
  /** Fields without a column. */
  computed: readonly string[];
  /** Whether the list's total is read from `row_count`. */
  isCounted: boolean;
}

/** By entity name. */
export const tables = new Map<string, Stored>();
