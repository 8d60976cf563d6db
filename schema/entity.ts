import { z } from 'zod';
import {
  type FieldOutline,
  type Kind,
  type Outline,
  sentNames,
  type Write,
  writeOnceNames,
} from './outline.ts';

export interface Field<S extends z.ZodType = z.ZodType, W extends Write = Write> extends FieldOutline {
  schema: S;
  write: W;
  /** The accepted input, where it is narrower than the stored value. */
  input?: z.ZodType;
}

type Options<W extends Write> = { write?: W } & Partial<
  Pick<Field, 'list' | 'priority' | 'sort' | 'filter' | 'search' | 'of' | 'choices' | 'input' | 'isId'>
>;

/**
 * Makes a field. Optional values are `.nullish()`, because react-admin turns cleared inputs into null. Without `NoInfer`,
 * the type of `write` would be inferred from the context and drop the field from requests.
 */
export function field<S extends z.ZodType, W extends Write = 'always'>(
  kind: Kind,
  schema: S,
  options: Options<W> = {},
): Field<S, NoInfer<W>> {
  const write = (options.write ?? 'always') as W;
  const value: z.ZodType = isAbsentable(schema) ? withValue(schema) : schema;
  const shape = {
    ...(kind !== 'references' && value instanceof z.ZodArray && { many: true as const }),
    ...(isAbsentable(schema) && value instanceof z.ZodNumber && { nullable: true as const }),
  };
  return { kind, schema, list: true, sort: false, filter: false, search: false, ...shape, ...options, write };
}

type Absentable = z.ZodNullable<z.ZodType> | z.ZodOptional<z.ZodType>;
const isAbsentable = (schema: z.ZodType): schema is Absentable =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
/** The schema of what is there, of one that takes null or nothing as well. */
const withValue = (schema: Absentable): z.ZodType => {
  const inner = schema.unwrap();
  return isAbsentable(inner) ? withValue(inner) : inner;
};

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
/** Fields that may be left out; if sent, they must equal the stored value. */
type WriteOnce<F extends Fields> = {
  [K in keyof F as F[K]['write'] extends 'create' ? K : never]: z.ZodOptional<F[K]['schema']>;
};
/** A complete record; it never contains secrets. */
type Readable<F extends Fields> = {
  [K in keyof F as F[K]['write'] extends 'secret' ? never : K]: F[K]['schema'];
};
type Base = { uuid: z.ZodUUID; created_at: z.ZodISODateTime; updated_at: z.ZodISODateTime };

export interface Entity<F extends Fields = Fields> extends Outline {
  fields: F;
  record: z.ZodObject<Base & Readable<F>>;
  create: z.ZodObject<Shape<F, 'always' | 'create' | 'secret'>, z.core.$strict>;
  /** What a change may set: the fields of an edit form. */
  update: z.ZodObject<Shape<F, 'always' | 'secret'>, z.core.$strict>;
  /** The body of PUT: what may be changed, and the fields set on creation as they are (docs/adr/0016). */
  put: z.ZodObject<Shape<F, 'always' | 'secret'> & WriteOnce<F>, z.core.$strict>;
}

type Definition<F extends Fields> = Pick<
  Entity<F>,
  'name' | 'path' | 'read' | 'fields' | 'title' | 'titleWithout'
> &
  Partial<Pick<Entity<F>, 'menu' | 'aliases' | 'alsoRead' | 'write' | 'writes' | 'tenancy' | 'order'>>;

/** Defines an entity once; its record, create, update and put schemas follow from the fields. */
export function defineEntity<F extends Fields>(definition: Definition<F>): Entity<F> {
  const { fields } = definition;
  const readable = Object.entries(fields).filter(([, { write }]) => write !== 'secret');
  const sent = (mode: 'create' | 'update') =>
    Object.fromEntries(sentNames(definition, mode).map((name) => [name, checkOf(fields[name] as Field)]));
  const writeOnce = Object.fromEntries(
    // As they are stored: an imported entry has a source that no request may set.
    writeOnceNames(definition).map((name) => [name, (fields[name] as Field).schema.optional()]),
  );
  return {
    aliases: [],
    alsoRead: [],
    write: null,
    tenancy: 'own',
    order: '-created_at',
    ...definition,
    writes: definition.write ? (definition.writes ?? ['create', 'update', 'delete']) : [],
    record: z.object({
      ...base,
      ...Object.fromEntries(readable.map(([name, { schema }]) => [name, schema])),
    }) as unknown as Entity<F>['record'],
    create: z.strictObject(sent('create')) as unknown as Entity<F>['create'],
    update: z.strictObject(sent('update')) as unknown as Entity<F>['update'],
    put: z.strictObject({ ...sent('update'), ...writeOnce }) as unknown as Entity<F>['put'],
  };
}

/** What a client may send for the field. */
const checkOf = ({ input, schema }: Field): z.ZodType => input ?? schema;

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

/** The envelope of every error; `request_id` identifies the request in the server's log. */
export const failure = z.object({
  detail: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string().optional(),
});
export type Failure = z.infer<typeof failure>;
