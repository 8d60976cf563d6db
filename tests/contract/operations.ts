import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { allows, type Pair, type Role, roles } from '#schema/permissions.ts';
import { type TestApp, type User, users } from '../support/app.ts';

type Access = 'public' | 'signed-in' | true | Pair | { anyOf: readonly (Pair | true)[] };

/** An operation of the OpenAPI document. */
export interface Operation {
  /** Method and path as the document has them: `GET /v1/core/contacts/{uuid}/`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  /** The headers that it takes. */
  headers: string[];
}

/** Every operation that the server documents. */
export async function operationsOf(world: TestApp): Promise<Operation[]> {
  const { body } = await world.call<{
    paths: Record<
      string,
      Record<string, { 'x-access'?: Access; parameters?: { name: string; in: string }[] }>
    >;
  }>(null, 'GET', '/v1/openapi.json');
  return Object.entries(body.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([word, { 'x-access': access, parameters = [] }]) => {
        const method = word.toUpperCase() as Operation['method'];
        if (access === undefined) throw new Error(`${method} ${path} does not say who may call it`);
        const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
        return { name: `${method} ${path}`, method, path, access, headers };
      }),
    )
    .sort((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1));
}

/** The roles that an operation is open to by its `x-access`, or `public`. */
export function rolesOf({ access }: Operation): string[] {
  if (access === 'public') return ['public'];
  const asked = typeof access === 'object' && 'anyOf' in access ? access.anyOf : [access];
  return (Object.keys(roles) as Role[]).filter((role) =>
    asked.some((one) => one === 'signed-in' || allows(roles[role], one as Pair | true)),
  );
}

/** The pairs that each open an operation alone, from its `x-access`, as text. */
export function pairsOfOperation({ access }: Operation): string[] {
  if (typeof access !== 'object') return [];
  const asked = 'anyOf' in access ? access.anyOf : [access];
  return asked.flatMap((one) => (Array.isArray(one) ? [one.join(' ')] : []));
}

/** A path with a record's uuid in each placeholder. */
export const addressed = (path: string, uuid: string): string => path.replace(/\{\w+\}/g, uuid);

/** A token of a separate user, so that no call ends another's session. */
export async function tokenOf(world: TestApp, user: User, life = '1 hour'): Promise<string> {
  const token = `${user}-${randomUUID()}`;
  await sql`
    INSERT INTO token (hash, "user", expires_at)
    SELECT sha256(${token}::text::bytea), uuid, now() + ${life}::interval FROM users WHERE email = ${users[user]}`.execute(
    world.db,
  );
  return token;
}

/** A token of staff who are signed in as the customer. */
export async function actingToken(world: TestApp, staff: User = 'support'): Promise<string> {
  const own = await tokenOf(world, staff);
  const token = `acting-${randomUUID()}`;
  await sql`
    INSERT INTO token (hash, "user", actor, started_from, reason, expires_at)
    SELECT sha256(${token}::text::bytea), c.uuid, s."user", s.uuid, 'A look', now() + interval '1 hour'
    FROM users c, token s
    WHERE c.email = ${users.customer} AND s.hash = sha256(${own}::text::bytea)`.execute(world.db);
  return token;
}

/** Runs a task for each item, ten at a time. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}
