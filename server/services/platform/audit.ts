import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

type State = Record<string, unknown>;

/** Who does something, as far as the log keeps it; every Caller is one. `user` null: nobody who is signed in. */
export interface Doer {
  user: string | null;
  account: string | null;
  /** The member of staff who is signed in as the user. */
  actor?: string | null;
  /** The API key that it is done with. */
  key?: string | undefined;
  /** An address as `addressOf` answers it. */
  ip?: string | undefined;
  requestId?: string | undefined;
}

export interface AuditEvent {
  /** A verb in the imperative: create, update, delete, approve, reject, sign-in, ... */
  action: string;
  /** The console's resource name, or the name of what is no resource: `session`, `admin/settings`. */
  entity: string;
  record?: string | null;
  /** The account whose record it is; left out, the caller's own. Null: the provider's. */
  account?: string | null;
  /** What people call the record; left out, the name of the user where the record is who does it. */
  title?: string | null;
  before?: object | null;
  after?: object | null;
}

/** Names of fields that never reach the log, whatever they hold. */
const SECRET = /passw|secret|token|hash|otp|recovery|signature|credential|api_?key$|private_?key/i;
const UNTOLD = new Set(['updated_at']);
/** A password within an address: `smpp://name:password@host`. */
const SECRET_IN_URL = /(\w:\/\/[^\s:/@]*):[^\s/]+@/g;

/**
 * Writes down who did what to which record, in the transaction that does it: either both are there or
 * neither. Given before and after, what is the same in both is left out, and nothing is written where all is.
 * Secrets are left out by their names, at any depth, and the passwords of addresses. `caller` null: the server
 * did it by itself.
 */
export async function audit(
  trx: Db,
  caller: Doer | null,
  { action, entity, record = null, title = null, ...event }: AuditEvent,
): Promise<void> {
  const changed = difference(event.before, event.after);
  if (!changed) return;
  const before = told(changed.before);
  const after = told(changed.after);
  const account = event.account === undefined ? (caller?.account ?? null) : event.account;
  const actor = caller?.actor ?? caller?.user ?? null;
  await sql`
    INSERT INTO audit_entry (actor, actor_name, actor_email, acting_as, api_key, account, action, entity, record, title,
      before, after, ip, request_id)
    SELECT ${actor}::uuid, u.name, u.email, ${caller?.actor ? caller.user : null}, ${caller?.key ?? null},
      ${account}, ${action}, ${entity}, ${record}, coalesce(${title}, CASE WHEN u.uuid = ${record}::uuid THEN u.name END), ${json(before)}::jsonb, ${json(after)}::jsonb, ${caller?.ip ?? null},
      ${caller?.requestId ?? null}
    FROM (SELECT 1) one LEFT JOIN users u ON u.uuid = ${actor}`.execute(trx);
}

const json = (state: State | null): string | null => (state ? JSON.stringify(state) : null);

const told = (state: State | null): State | null => (state ? (withoutSecrets(state) as State) : null);

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

/** The fields that differ, of each side; undefined where both are given and say the same. */
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
