import type { Pair } from './permissions.ts';

/** The kind of a field. It determines the console's widget and the server's SQL type. */
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
 * Who may set a field, and when: writers of the record always, writers only on creation, or the server alone. A `secret`
 * may be sent at any time and is never returned.
 */
export type Write = 'always' | 'create' | 'never' | 'secret';

/** A field without its value checks. */
export interface FieldOutline {
  kind: Kind;
  write: Write;
  /** Shown as a list column. */
  list: boolean;
  /**
   * How long its column stays where a list is narrow, for a field that is worth more or less than others of its kind. 1
   * stays longest: it is always shown, as the status is. 2 stays as long as the record's figure, 3 as its date, 4 as
   * columns without a place of their own, from left to right, and 5 leaves before them. Missing: by its kind
   * (src/crud/columnPlaces.ts).
   */
  priority?: number;
  sort: boolean;
  /** `equals` allows `field=` and `field__in=`; `range` adds `field__gte=` and `field__lte=`. */
  filter: false | 'equals' | 'range';
  /** Included in `search=`. */
  search: boolean;
  /** Name of the entity (console route) that a reference points to. */
  of?: string;
  choices?: readonly string[];
  /** Its value is a list, although its kind does not imply one. */
  many?: true;
  /** It may be null; set only for numbers. */
  nullable?: true;
  /** A number that names something, such as a place; another API may name it by a text. */
  isId?: true;
}

/** An entity without its value checks: the basis for lists, pages and requests. */
export interface Outline {
  /** react-admin's resource name: the console's route without its leading slash. */
  name: string;
  /**
   * The label of the sidebar's group that lists it after the entries that src/layout/menu.ts names, as `menu.sms`. Without
   * one, src/layout/menu.ts has its entry, or it is reached from elsewhere.
   */
  menu?: string;
  /** The API's collection path, with both slashes. */
  path: string;
  /** Alternative paths in the catalogue with the same answers. */
  aliases: readonly string[];
  /** The pair needed for reading; true: any signed-in user. */
  read: Pair | true;
  /** Other pairs that also allow reading. */
  alsoRead: readonly Pair[];
  /** The pair needed for writing; null when the generated routes allow no writes. */
  write: Pair | null;
  /** The writes that exist. */
  writes: readonly ('create' | 'update' | 'delete')[];
  /**
   * `own`: rows of the caller's account. `staff`: staff read the rows of all accounts. `everyone`: the provider's own rows.
   */
  tenancy: 'own' | 'staff' | 'everyone';
  fields: Readonly<Record<string, FieldOutline>>;
  /** Default ordering, `-` for descending. */
  order: string;
  /** The field that names a record in titles and references. */
  title: string;
  /** The field to use as title when `title` is empty. */
  titleWithout?: string;
}

const sent: Record<'create' | 'update', readonly Write[]> = {
  create: ['always', 'create', 'secret'],
  update: ['always', 'secret'],
};

/** Names of the fields that a creation sends, or of those that an update may change, in order. */
export const sentNames = ({ fields }: Pick<Outline, 'fields'>, mode: 'create' | 'update'): string[] =>
  Object.entries(fields).flatMap(([name, { write }]) => (sent[mode].includes(write) ? [name] : []));

/** Names of the fields that are set on creation and never change. A PUT sends them unchanged, as it is the whole record. */
export const writeOnceNames = ({ fields }: Pick<Outline, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, { write }]) => (write === 'create' ? [name] : []));

export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 1000;
