/** What tests compare with the database, of each entity that was given routes. */
interface Stored {
  table: string;
  /** Fields that are no column of it. */
  computed: readonly string[];
  /** Whether the total of its whole list is read from `row_count`. */
  isCounted: boolean;
}

/** By the entity's name. */
export const tables = new Map<string, Stored>();
