import { type Kysely, sql } from 'kysely';
import type { HttpSettings } from '#schema/httpLink.ts';
import { linkFaultOf } from '#schema/linkFault.ts';
import type { LinkTest, LinkTestInput } from '#schema/operatorLink.ts';
import { notFound } from '../platform/problem.ts';
import { createRequester } from '../webhooks/request.ts';
import { reach } from './http/reach.ts';
import { checkRequest } from './http/requests.ts';
import { connectionOf, requirePassword } from './linkConnection.ts';
import { openPassword } from './linkPassword.ts';
import { type LinkColumns, urlOf } from './linkStates.ts';
import { createLink } from './smpp/link.ts';

/** Milliseconds that a test waits for an operator. */
const PATIENCE = 10_000;
/** The shortest delay before an SMPP link would bind again: longer than a test. */
const ONCE = 60_000;

/** What a failure means, from its code or the reason that a link gives. */
function resultOf(error: unknown): Omit<LinkTest, 'milliseconds'> {
  const { name = '', code = '', message = String(error) } = error as Partial<Error> & { code?: string };
  const text = `${name} ${code} ${message}`;
  return { result: linkFaultOf(text) ?? 'failed', detail: message.slice(0, 200) };
}

/** Binds once, and unbinds. */
async function tryBind(url: string): Promise<Omit<LinkTest, 'milliseconds'>> {
  const tried = Promise.withResolvers<Omit<LinkTest, 'milliseconds'>>();
  // What the operator brings comes again, to a worker.
  const refuse = () => Promise.reject(new Error('a test records nothing'));
  const link = createLink({
    ...{ name: 'test', url, onReceipt: refuse, onMessage: refuse },
    timing: { bind: PATIENCE, reconnectMin: ONCE, reconnectMax: ONCE, close: 1000 },
    onState(state, why = '') {
      if (state === 'bound') tried.resolve({ result: 'signed_in', detail: '' });
      if (state === 'down') tried.resolve(resultOf(why));
    },
  });
  try {
    return await tried.promise;
  } finally {
    await link.close();
  }
}

/** Calls the operator's address for tests; without one it only connects. */
async function tryCall(
  settings: HttpSettings,
  secret: string,
  allowPrivate: boolean,
): Promise<Omit<LinkTest, 'milliseconds'>> {
  const signal = AbortSignal.timeout(PATIENCE);
  const request = checkRequest(settings, secret);
  if (!request) {
    await reach(settings.http_url, allowPrivate, signal);
    return { result: 'reached', detail: '' };
  }
  const requester = createRequester({ allowPrivate, connections: 1, idle: 1000 });
  try {
    const { status } = await requester.send(request, signal);
    if (status >= 200 && status < 300) return { result: 'signed_in', detail: '' };
    const isRefused = status === 401 || status === 403;
    return { result: isRefused ? 'refused_login' : 'failed', detail: `HTTP ${status}` };
  } finally {
    requester.close();
  }
}

/**
 * Tries the settings of a link without saving them and without sending a message. Those of a stored link (`uuid`) use its
 * password, if it would not go elsewhere. Throws `invalid` for settings that could not be saved.
 */
export async function testLink(
  db: Kysely<unknown>,
  { uuid, ...input }: LinkTestInput,
  allowPrivate: boolean,
): Promise<LinkTest> {
  const before = uuid ? await storedLink(db, uuid) : undefined;
  const connection = connectionOf(before?.kind ?? input.kind ?? 'smpp', input, before);
  requirePassword(input.password, connection, before);
  const started = performance.now();
  const trying = async () => {
    const { http } = connection;
    const stored = () => (before?.password ? openPassword(before.uuid, before.password) : '');
    const password = input.password || stored();
    return http ? tryCall(http, password, allowPrivate) : tryBind(urlOf(connection, password));
  };
  const outcome = await trying().catch(resultOf);
  return { ...outcome, milliseconds: Math.round(performance.now() - started) };
}

async function storedLink(
  db: Kysely<unknown>,
  uuid: string,
): Promise<LinkColumns & { password: string | null }> {
  const { rows } = await sql<LinkColumns & { password: string | null }>`
    SELECT * FROM operator_link WHERE uuid = ${uuid} AND managed_by = 'console'`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}
