import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';

type State = Record<string, unknown>;

/** The acting person, as far as the log records it; every Caller is one. `user` is null when nobody is signed in. */
export interface Actor {
  user: string | null;
  account: string | null;
  /** The staff member who is signed in as the user. */
  actor?: string | null;
  /** The API key that is used. */
  key?: string | undefined;
  /** An address from `addressOf`. */
  ip?: string | undefined;
  requestId?: string | undefined;
}

export interface AuditEvent {
  /** A verb in the imperative: create, update, delete, approve, reject, sign-in, ... */
  action: string;
  /** The console's resource name, or another name for what is not a resource: `session`, `admin/settings`. */
  entity: string;
  record?: string | null;
  /** The record's account; defaults to the caller's. Null: the provider's. */
  account?: string | null;
  /** The record's name for people; defaults to the user's name if the record is the acting user. */
  title?: string | null;
  before?: object | null;
  after?: object | null;
}

/** Names of fields that are never logged, whatever they contain. */
const SECRET = /passw|secret|token|hash|otp|recovery|signature|credential|api_?key$|private_?key/i;
const UNTOLD = new Set(['updated_at']);
/** A password inside an address: `smpp://name:password@host`. */
const SECRET_IN_URL = /(\w:\/\/[^\s:/@]*):[^\s/]+@/g;

/**
 * Records who did what to which record, in the transaction of the action: either both exist or neither. With before and
 * after, only differences are stored, and nothing if there are none. Secrets are removed by their names, at any depth, and
 * so are passwords in addresses. `caller` null: the server acted by itself. Returns the entry's uuid if there is one.
 */
export async function audit(
  trx: Db,
  caller: Actor | null,
  { action, entity, record = null, title = null, ...event }: AuditEvent,
): Promise<string | undefined> {
  const changed = difference(event.before, event.after);
  if (!changed) return undefined;
  const before = recordable(changed.before);
  const after = recordable(changed.after);
  const account = event.account === undefined ? (caller?.account ?? null) : event.account;
  const actor = caller?.actor ?? caller?.user ?? null;
  const { rows } = await sql<{ uuid: string }>`${prepared}
    INSERT INTO audit_entry (actor, actor_name, actor_email, acting_as, api_key, account, action, entity, record, title,
      before, after, ip, request_id)
    SELECT ${actor}::uuid, u.name, u.email, ${caller?.actor ? caller.user : null}, ${caller?.key ?? null},
      ${account}, ${action}, ${entity}, ${record}, coalesce(${title}, CASE WHEN u.uuid = ${record}::uuid THEN u.name END), ${json(before)}::jsonb, ${json(after)}::jsonb, ${caller?.ip ?? null},
      ${caller?.requestId ?? null}
    FROM (SELECT 1) one LEFT JOIN users u ON u.uuid = ${actor} RETURNING uuid`.execute(trx);
  return rows[0]?.uuid;
}

const json = (state: State | null): string | null => (state ? JSON.stringify(state) : null);

const recordable = (state: State | null): State | null => (state ? (withoutSecrets(state) as State) : null);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value === 'string') return value.replace(SECRET_IN_URL, '$1:***@');
  if (!value || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET.test(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  );
}

/** The differing fields of each side; undefined if both are given and equal. */
function difference(
  before: object | null | undefined,
  after: object | null | undefined,
): Record<'before' | 'after', State | null> | undefined {
  const [was, is] = [before, after].map((state) => (state ? ({ ...state } as State) : null));
  for (const name of UNTOLD) {
    delete was?.[name];
    delete is?.[name];
  }
  if (!was || !is) return { before: was ?? null, after: is ?? null };
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const differing = [...names].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  if (differing.length === 0) return undefined;
  const only = (state: State) =>
    Object.fromEntries(differing.filter((name) => name in state).map((name) => [name, state[name]]));
  return { before: only(was), after: only(is) };
}
