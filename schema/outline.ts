import type { Pair } from './permissions.ts';

/** What a field is for people; the console picks its widget by it, the server its SQL type. */
export type Kind =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'integer'
  | 'money' // integer of minor units (paisa)
  | 'price' // minor units per message part, may be fractional
  | 'boolean'
  | 'date' // ISO day, yyyy-mm-dd
  | 'datetime' // ISO 8601, UTC
  | 'choice'
  | 'reference' // uuid of one record of the entity `of`
  | 'references' // uuids of records of the entity `of`
  | 'attributes'; // free key-value columns

/**
 * Who may set a field: anyone who may write the record, only on creation, or the server alone. A `secret` may
 * be sent at any time, and no record holds it.
 */
export type Write = 'always' | 'create' | 'never' | 'secret';

/** A field without the check of its values. */
export interface FieldOutline {
  kind: Kind;
  write: Write;
  /** Shown as a list column. */
  list: boolean;
  sort: boolean;
  /** `equals` allows `field=` and `field__in=`; `range` adds `field__gte=` and `field__lte=`. */
  filter: false | 'equals' | 'range';
  /** Part of what `search=` looks in. */
  search: boolean;
  /** Entity name (console route) that a reference points to. */
  of?: string;
  choices?: readonly string[];
}

/** An entity without the checks of its values: what lists, pages and requests are made from. */
export interface Outline {
  /** react-admin's resource name, which is the console's route without its first slash. */
  name: string;
  /** The API's collection path, with both slashes. */
  path: string;
  /** Other spellings of `path` that the catalogue has and that answer alike. */
  aliases: readonly string[];
  /** The pair that reading needs; true lets every signed-in user. */
  read: Pair | true;
  /** Further pairs, each of which also lets read. */
  alsoRead: readonly Pair[];
  /** The pair that writing needs; null when nobody writes through the generated routes. */
  write: Pair | null;
  /** Which writes there are. */
  writes: readonly ('create' | 'update' | 'delete')[];
  /** `own`: rows of the caller's account. `staff`: staff read all accounts' rows. `everyone`: the provider's own. */
  tenancy: 'own' | 'staff' | 'everyone';
  fields: Readonly<Record<string, FieldOutline>>;
  /** Default ordering, `-` for descending. */
  order: string;
  /** The field that names a record in titles and references. */
  title: string;
  /** The field that names a record whose `title` is empty. */
  titleWithout?: string;
}

const sent: Record<'create' | 'update', readonly Write[]> = {
  create: ['always', 'create', 'secret'],
  update: ['always', 'secret'],
};

/** Names of the fields that a create or an update sends, in order. */
export const sentNames = ({ fields }: Pick<Outline, 'fields'>, mode: 'create' | 'update'): string[] =>
  Object.entries(fields).flatMap(([name, { write }]) => (sent[mode].includes(write) ? [name] : []));

export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 1000;
