/**
 * The keys of the advisory locks with one argument, together, because two with the same key are one lock. Locks with two
 * arguments (workers.ts, retries.ts) and of hashed texts have other keys. A key cannot change: during an upgrade the earlier
 * version locks by it, too.
 */
export const LOCK_KEYS = {
  /** The schema: shared by transactions that take work, exclusive for migrations. */
  schema: 7_732,
  /** Counting the messages of accounts. */
  messageUse: 7_733,
  /** Creating, packing and removing months of messages. */
  months: 7_734,
  /** Ownership of the built-in database's data folder. */
  dataFolder: 7_367_000,
  /** Making the demo's data. */
  demo: 7_367_001,
  /** Adding or clearing webhook deliveries of several accounts at once. */
  deliveries: 7_741_002,
};
