import { type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import {
  bindModes,
  longMessages,
  messageIds,
  type OperatorLinkChange,
  type OperatorLinkInput,
} from '#schema/operatorLink.ts';
import type { Db } from '../../db/database.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { type Destination, destinationOf } from './destination.ts';
import { sealPassword } from './linkPassword.ts';
import { type LinkColumns, SIMULATOR } from './linkStates.ts';

/** The editable settings of a link, as recorded in the audit log. */
interface Settings extends LinkColumns {
  login_set_at: string;
  window: number;
  rate: number;
  operators: string[];
  priority: number;
}

const entity = 'admin/operator-links';
const settings = sql`uuid, name, managed_by, host, port, tls, system_id, login_set_at, system_type, tls_ca, tls_name,
  bind_mode, long_messages, message_ids, "window", rate, operators, priority, is_active`;

const FROM_ENVIRONMENT =
  'This link comes from SMPP_URL in the server’s environment. Change it there, and start the server again.';
const AGAIN = 'Enter the password again. It is required when host, port or TLS change.';
const NAME_TAKEN = 'A link with this name already exists. Choose another name.';

const RESERVED = 'This name is the operator simulator’s. Choose another one.';
const SAME_LOGIN =
  'Another link uses this system ID on the same host, so receipts could arrive over the wrong link. Use another system ID, or change that link.';

const log = (trx: Db, caller: Actor, action: string, before?: Settings, after?: Settings) => {
  const { uuid, name } = (after ?? before) as Settings;
  return audit(trx, caller, { action, entity, record: uuid, account: null, title: name, before, after });
};

/** Locks a link, or throws `not_found`. */
async function lock(trx: Db, uuid: string): Promise<Settings> {
  const { rows } = await sql<Settings>`
    SELECT ${settings} FROM operator_link WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** An operator may send a receipt over any connection of a system ID, so a login must be used by only one link. */
async function requireOwnLogin(
  trx: Db,
  { host, port, system_id }: Pick<Settings, 'host' | 'port' | 'system_id'>,
  except: string | null,
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM operator_link WHERE lower(host) = lower(${host}) AND port = ${port} AND system_id = ${system_id}
      AND uuid IS DISTINCT FROM ${except}::uuid`.execute(trx);
  if (rows.length > 0) throw invalidField('system_id', SAME_LOGIN);
}

/**
 * Records at the simulator's link where new campaigns go from now on: to an operator from the first link on, back to the
 * simulator without any. Accepted campaigns stay unchanged.
 */
async function noteDestination(trx: Db, caller: Actor, before: Destination): Promise<void> {
  const { kind } = await destinationOf(trx);
  if (kind === before.kind) return;
  const { rows } = await sql<Settings>`SELECT ${settings} FROM operator_link WHERE is_simulator`.execute(trx);
  for (const { uuid, name } of rows) {
    const change = { before: { destination: before.kind }, after: { destination: kind } };
    await audit(trx, caller, {
      ...{ action: kind === 'simulator' ? 'tests-begin' : 'tests-end', entity },
      ...{ record: uuid, account: null, title: name, ...change },
    });
  }
}

/** Default values of a link. */
const DEFAULTS = {
  tls_ca: '',
  tls_name: '',
  bind_mode: bindModes[0],
  long_messages: longMessages[0],
  message_ids: messageIds[0],
};

/** Where a link connects, how it signs in and its protocol options; missing fields stay unchanged. */
const addressOf = (input: Omit<OperatorLinkChange, 'password'>, before: typeof DEFAULTS | Settings) => {
  const { host, port, tls, system_id, system_type } = input;
  const { tls_ca, tls_name, bind_mode, long_messages, message_ids } = input;
  return {
    ...{ host, port, tls, system_id, system_type: system_type ?? '' },
    tls_ca: tls_ca === undefined ? before.tls_ca : (tls_ca ?? ''),
    tls_name: tls_name === undefined ? before.tls_name : (tls_name ?? ''),
    bind_mode: bind_mode ?? before.bind_mode,
    long_messages: long_messages ?? before.long_messages,
    message_ids: message_ids ?? before.message_ids,
  };
};
/**
 * Changing these requires the password again, because it would be sent to another host, or to one with weaker
 * authentication.
 */
const LEADING: readonly string[] = ['host', 'port', 'tls', 'tls_ca', 'tls_name'];

/**
 * Adds a link; running workers start it by themselves. With the first one, new campaigns are no longer tests. Returns the
 * link's uuid.
 */
export const addLink = (db: Kysely<unknown>, caller: Actor, input: OperatorLinkInput): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const { name, password, rate, operators, priority } = input;
    const { host, port, tls, system_id, system_type, tls_ca, tls_name, ...ways } = addressOf(input, DEFAULTS);
    if (!password) throw invalidField('password', 'Enter the password from the operator.');
    if (name === SIMULATOR) throw invalidField('name', RESERVED);
    const destination = await destinationOf(trx);
    await requireOwnLogin(trx, input, null);
    const uuid = uuidv7();
    const { rows } = await sql<Settings>`
      INSERT INTO operator_link (uuid, name, host, port, tls, system_id, password, system_type, tls_ca, tls_name, bind_mode,
        long_messages, message_ids, "window", rate, operators, priority)
      VALUES (${uuid}, ${name}, ${host}, ${port}, ${tls}, ${system_id}, ${sealPassword(uuid, password)}, ${system_type}, ${tls_ca}, ${tls_name},
        ${ways.bind_mode}, ${ways.long_messages}, ${ways.message_ids}, ${input.window}, ${rate},
        ${[...new Set(operators)]}, ${priority})
      ON CONFLICT (name) DO NOTHING RETURNING ${settings}`.execute(trx);
    if (!rows[0]) throw invalidField('name', NAME_TAKEN);
    await log(trx, caller, 'create', undefined, rows[0]);
    await noteDestination(trx, caller, destination);
    return rows[0].uuid;
  });

/**
 * Changes a link. Without a password the stored one stays, unless the link would connect to another host or accept another
 * certificate: then whoever changes it must know the password.
 */
export const changeLink = (
  db: Kysely<unknown>,
  caller: Actor,
  uuid: string,
  input: OperatorLinkChange,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lock(trx, uuid);
    const { password, rate, operators, priority } = input;
    const address = addressOf(input, before);
    const changed = (Object.keys(address) as (keyof typeof address)[]).filter(
      (name) => address[name] !== before[name],
    );
    if (before.managed_by === 'environment') {
      const [first] = password ? ['password'] : changed;
      if (first) throw invalidField(first, FROM_ENVIRONMENT);
    } else if (!password && changed.some((name) => LEADING.includes(name))) {
      throw invalidField('password', AGAIN);
    }
    if (changed.length > 0) await requireOwnLogin(trx, address, uuid);
    const { host, port, tls, system_id, system_type, tls_ca, tls_name, ...ways } = address;
    const sealed = password ? sealPassword(uuid, password) : null;
    const { rows } = await sql<Settings>`
      UPDATE operator_link SET host = ${host}, port = ${port}, tls = ${tls}, system_id = ${system_id},
        system_type = ${system_type}, tls_ca = ${tls_ca}, tls_name = ${tls_name}, bind_mode = ${ways.bind_mode},
        long_messages = ${ways.long_messages}, message_ids = ${ways.message_ids}, password = coalesce(${sealed}, password),
        login_set_at = CASE WHEN ${Boolean(password) || changed.includes('system_id')} THEN now() ELSE login_set_at END,
        "window" = ${input.window}, rate = ${rate}, operators = ${[...new Set(operators)]}, priority = ${priority}
      WHERE uuid = ${uuid} RETURNING ${settings}`.execute(trx);
    await log(trx, caller, 'update', before, rows[0]);
  });

/** Pauses or resumes a link; `conflict` if it already is. What is in flight is still sent. */
export const setActive = (db: Kysely<unknown>, caller: Actor, uuid: string, active: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lock(trx, uuid);
    if (before.is_active === active) {
      throw new Problem('conflict', active ? 'This link is not paused.' : 'This link is already paused.');
    }
    const { rows } = await sql<Settings>`
      UPDATE operator_link SET is_active = ${active} WHERE uuid = ${uuid} RETURNING ${settings}`.execute(trx);
    await log(trx, caller, active ? 'resume' : 'pause', before, rows[0]);
  });

/**
 * Deletes a link. Refused with `conflict` while a message is in flight on it or may still get its receipt over it, and
 * while a worker has it in its environment. The lock blocks claims for it until then.
 */
export const removeLink = (
  db: Kysely<unknown>,
  caller: Actor,
  uuid: string,
  validityHours: number,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const link = await lock(trx, uuid);
    const { rows } = await sql<{ runs: boolean; busy: boolean }>`
      SELECT (SELECT state <> 'unknown' FROM operator_link_now WHERE link = ${uuid}) AS runs,
        EXISTS (SELECT FROM hand WHERE link = ${link.name})
        OR EXISTS (SELECT FROM link_use WHERE link = ${link.name} AND sent > delivered + failed
          AND day >= nepal_day(now() - make_interval(hours => ${validityHours}))) AS busy`.execute(trx);
    const { runs, busy } = rows[0] as (typeof rows)[0];
    if (link.managed_by === 'environment' && runs) throw new Problem('conflict', FROM_ENVIRONMENT);
    if (busy) {
      throw new Problem(
        'conflict',
        'Messages sent over this link are awaiting receipts. Pause the link, and delete it when the receipts have arrived.',
      );
    }
    const destination = await destinationOf(trx);
    await sql`DELETE FROM operator_link WHERE uuid = ${uuid}`.execute(trx);
    await log(trx, caller, 'delete', link);
    await noteDestination(trx, caller, destination);
  });
