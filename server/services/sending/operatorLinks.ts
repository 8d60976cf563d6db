import { type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { OperatorLinkChange, OperatorLinkInput } from '#schema/operatorLink.ts';
import type { Db } from '../../db/database.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { validityHours } from './deliverySettings.ts';
import { type Destination, destinationOf } from './destination.ts';
import { changesIn, connectionOf, requirePassword } from './linkConnection.ts';
import { endLinkCosts } from './linkCosts.ts';
import { type Login, lockLogins, otherWithLogin } from './linkLogins.ts';
import { newCallbackSecret, sealPassword } from './linkPassword.ts';
import { type Connection, type LinkColumns, SIMULATOR } from './linkStates.ts';

/** The editable settings of a link, as recorded in the audit log. */
interface Settings extends LinkColumns {
  login_set_at: string;
  window: number;
  rate: number;
  operators: string[];
  priority: number;
  weight: number | null;
}

const entity = 'admin/operator-links';
const settings = sql`uuid, name, kind, channel, http, managed_by, host, port, tls, system_id, login_set_at, system_type, tls_ca, tls_name,
  bind_mode, long_messages, message_ids, "window", rate, operators, priority, weight, is_active`;

const FROM_ENVIRONMENT =
  'This link comes from SMPP_URL in the server’s environment. Change it there, and start the server again.';
const NAME_TAKEN = 'A link with this name already exists. Choose another name.';

const ONLY_HTTP = 'Viber needs a link of the type HTTP. SMPP carries only SMS.';
const RESERVED = 'This name is the operator simulator’s. Choose another one.';
const SAME_LOGIN =
  'Another link uses this system ID on the same host, so receipts could arrive over the wrong link. Use another system ID, or change that link.';

const log = (trx: Db, caller: Actor, action: string, before?: Settings, after?: Settings) => {
  const { uuid, name } = (after ?? before) as Settings;
  const [was, is] = [before, after].map((one) => one && logged(one));
  return audit(trx, caller, {
    ...{ action, entity, record: uuid, account: null, title: name, before: was, after: is },
  });
};
/** The settings of an HTTP link one by one, so that the log shows which were changed. */
const logged = ({ http, ...rest }: Settings) => ({ ...rest, ...http });

/** Locks a link, or throws `not_found`. */
async function lock(trx: Db, uuid: string): Promise<Settings> {
  const { rows } = await sql<Settings>`
    SELECT ${settings} FROM operator_link WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** HTTP links have an address for receipts each, and need no login of their own. */
async function requireOwnLogin(
  trx: Db,
  connection: Login & Pick<Settings, 'kind'>,
  own: string | null,
): Promise<void> {
  if (connection.kind === 'smpp' && (await otherWithLogin(trx, connection, own)))
    throw invalidField('system_id', SAME_LOGIN);
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

/** The columns of a connection, to be written. */
const stored = ({ http, ...columns }: Connection) => ({
  ...columns,
  http: http && JSON.stringify(http),
  poll_seconds: http?.http_receipts === 'poll' ? http.http_poll_seconds : null,
});
const names = sql.raw(
  'kind, host, port, tls, system_id, system_type, tls_ca, tls_name, bind_mode, long_messages, message_ids, http, poll_seconds',
);
const valuesOf = (connection: Connection) => {
  const of = stored(connection);
  return sql`${of.kind}, ${of.host}, ${of.port}, ${of.tls}, ${of.system_id}, ${of.system_type}, ${of.tls_ca}, ${of.tls_name},
    ${of.bind_mode}, ${of.long_messages}, ${of.message_ids}, ${of.http}::jsonb, ${of.poll_seconds}::int`;
};

/**
 * Adds a link, in the caller's transaction; running workers start it by themselves. With the first one, new campaigns are no
 * longer tests. Returns the link's uuid.
 */
export async function addLink(trx: Db, caller: Actor, input: OperatorLinkInput): Promise<string> {
  const { name, password, rate, operators, priority, weight = null } = input;
  const connection = connectionOf(input.kind ?? 'smpp', input);
  const channel = input.channel ?? 'sms';
  if (channel === 'viber' && connection.kind !== 'http') throw invalidField('channel', ONLY_HTTP);
  requirePassword(password, connection);
  if (name === SIMULATOR) throw invalidField('name', RESERVED);
  const destination = await destinationOf(trx);
  await lockLogins(trx);
  await requireOwnLogin(trx, connection, null);
  const uuid = uuidv7();
  const callback = connection.http && newCallbackSecret(uuid);
  const { rows } = await sql<Settings>`
    INSERT INTO operator_link (uuid, name, channel, password, callback_secret, "window", rate, operators, priority, weight, ${names})
    VALUES (${uuid}, ${name}, ${channel}, ${sealPassword(uuid, password ?? '')}, ${callback}, ${input.window}, ${rate},
      ${[...new Set(operators)]}, ${priority}, ${weight}::int, ${valuesOf(connection)})
    ON CONFLICT (name) DO NOTHING RETURNING ${settings}`.execute(trx);
  if (!rows[0]) throw invalidField('name', NAME_TAKEN);
  await log(trx, caller, 'create', undefined, rows[0]);
  await noteDestination(trx, caller, destination);
  return rows[0].uuid;
}

/**
 * Changes a link. Without a password the stored one stays, unless the link would connect to another host or accept another
 * certificate: then whoever changes it must know the password.
 */
export const changeLink = (
  db: Kysely<unknown>,
  caller: Actor,
  uuid: string,
  input: OperatorLinkChange,
  check?: (trx: Db) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockLogins(trx);
    const before = await lock(trx, uuid);
    await check?.(trx);
    const { password, rate, operators, priority, weight = before.weight } = input;
    const connection = connectionOf(before.kind, input, before);
    const changed = changesIn(before, connection);
    if (before.managed_by === 'environment') {
      const [first] = password ? ['password'] : changed;
      if (first) throw invalidField(first, FROM_ENVIRONMENT);
    } else requirePassword(password, connection, before);
    if (changed.length > 0) await requireOwnLogin(trx, connection, before.name);
    const sealed = password ? sealPassword(uuid, password) : null;
    const { rows } = await sql<Settings>`
      UPDATE operator_link SET (${names}) = ROW (${valuesOf(connection)}), password = coalesce(${sealed}, password),
        login_set_at = CASE WHEN ${Boolean(password) || changed.includes('system_id')} THEN now() ELSE login_set_at END,
        "window" = ${input.window}, rate = ${rate}, operators = ${[...new Set(operators)]}, priority = ${priority},
        weight = ${weight}::int
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
export const removeLink = (db: Kysely<unknown>, caller: Actor, uuid: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const link = await lock(trx, uuid);
    const { rows } = await sql<{ runs: boolean; busy: boolean }>`
      SELECT (SELECT state <> 'unknown' FROM operator_link_now WHERE link = ${uuid}) AS runs,
        EXISTS (SELECT FROM hand WHERE link = ${link.name})
        -- Counted as sent once it is decided that no SMS follows.
        OR EXISTS (SELECT FROM message_retry r JOIN message m ON m.uuid = r.message
          WHERE r.channel = 'sms' AND m.viber_link = ${link.name} AND m.viber_status = 'submitted')
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
    await endLinkCosts(trx, link.name);
    await log(trx, caller, 'delete', link);
    await noteDestination(trx, caller, destination);
  });
