import { z } from 'zod';
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

/** Who may set a field: anyone who may write the record, only on creation, or the server alone. */
export type Write = 'always' | 'create' | 'never';

export interface Field<S extends z.ZodType = z.ZodType, W extends Write = Write> {
  kind: Kind;
  schema: S;
  write: W;
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
  /** What a writer may send, where that is less than what a record may hold. */
  input?: z.ZodType;
}

type Options<W extends Write> = { write?: W } & Partial<
  Pick<Field, 'list' | 'sort' | 'filter' | 'search' | 'of' | 'choices' | 'input'>
>;

/** Makes a field. Optional values are `.nullish()` schemas: react-admin turns cleared inputs into null. */
export function field<S extends z.ZodType, W extends Write = 'always'>(
  kind: Kind,
  schema: S,
  options: Options<W> = {},
): Field<S, W> {
  const write = (options.write ?? 'always') as W;
  return { kind, schema, list: true, sort: false, filter: false, search: false, ...options, write };
}

/** A field whose value is one of a fixed list, filterable by equality. */
export function choice<const C extends readonly [string, ...string[]], W extends Write = 'always'>(
  choices: C,
  options: Options<W> = {},
): Field<z.ZodEnum<{ [K in C[number]]: K }>, W> {
  const schema = z.enum(choices) as unknown as z.ZodEnum<{ [K in C[number]]: K }>;
  return field('choice', schema, { filter: 'equals', choices, ...options });
}

export type Fields = Record<string, Field>;
type Shape<F extends Fields, W extends Write> = {
  [K in keyof F as F[K]['write'] extends W ? K : never]: F[K]['schema'];
};
type Base = { uuid: z.ZodUUID; created_at: z.ZodISODateTime; updated_at: z.ZodISODateTime };

export interface Entity<F extends Fields = Fields> {
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
  fields: F;
  /** Default ordering, `-` for descending. */
  order: string;
  /** The field that names a record in titles and references. */
  title: string;
  record: z.ZodObject<Base & Shape<F, Write>>;
  create: z.ZodObject<Shape<F, 'always' | 'create'>, z.core.$strict>;
  update: z.ZodObject<Shape<F, 'always'>, z.core.$strict>;
}

type Definition<F extends Fields> = Pick<Entity<F>, 'name' | 'path' | 'read' | 'fields' | 'title'> &
  Partial<Pick<Entity<F>, 'aliases' | 'alsoRead' | 'write' | 'writes' | 'tenancy' | 'order'>>;

/** Defines an entity once; its record, create and update schemas follow from the fields. */
export function defineEntity<F extends Fields>(definition: Definition<F>): Entity<F> {
  const pick = (writes: readonly Write[], of: (f: Field) => z.ZodType = (f) => f.schema) =>
    Object.fromEntries(
      Object.entries(definition.fields)
        .filter(([, f]) => writes.includes(f.write))
        .map(([name, f]) => [name, of(f)]),
    );
  const sent = (f: Field) => f.input ?? f.schema;
  return {
    aliases: [],
    alsoRead: [],
    write: null,
    tenancy: 'own',
    order: '-created_at',
    ...definition,
    writes: definition.write ? (definition.writes ?? ['create', 'update', 'delete']) : [],
    record: z.object({ ...base, ...pick(['always', 'create', 'never']) }) as unknown as Entity<F>['record'],
    create: z.strictObject(pick(['always', 'create'], sent)) as unknown as Entity<F>['create'],
    update: z.strictObject(pick(['always'], sent)) as unknown as Entity<F>['update'],
  };
}

const base = { uuid: z.uuid(), created_at: z.iso.datetime(), updated_at: z.iso.datetime() };

/** `{"data": ...}`, the envelope of one object. */
export const one = <S extends z.ZodType>(schema: S) => z.object({ data: schema });

/** The envelope of a list. `count` is exact unless `count_is_minimum` says that there are more. */
export const page = <S extends z.ZodType>(schema: S) =>
  z.object({
    count: z.int(),
    count_is_minimum: z.boolean().optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(schema),
  });

/** The envelope of every error; `request_id` finds the request in the server's log. */
const failure = z.object({
  detail: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string().optional(),
});
export type Failure = z.infer<typeof failure>;

export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 1000;
