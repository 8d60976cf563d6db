import { failure } from '#schema/entity.ts';
import { isObject } from '../../src/core/errorTexts.ts';
import type { Client, Reply } from './client.ts';
import type { Notes } from './findings.ts';

/** A token that no server has issued. */
const WRONG_TOKEN = 'no-such-token';

const isTexts = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((text) => typeof text === 'string'));

/** Whether the console can show a message from this error. */
function isExplained({ json }: Reply): boolean {
  if (failure.safeParse(json).success || isTexts(json)) return true;
  if (!isObject(json)) return false;
  if (isTexts(json.detail ?? json.message ?? json.error)) return true;
  const values = Object.values(json);
  return values.length > 0 && values.every(isTexts);
}

/** Checks an error answer: its status, and that its body has a message the console can show. */
export function checkRefusal(notes: Notes, reply: Reply, status: number, what: string): void {
  if (reply.status !== status) {
    // The console signs users out on 401 and on no other status.
    const isDecisive = status === 401 || reply.status === 401;
    notes.add('errors', isDecisive ? 'break' : 'note', `${what}: ${reply.status} instead of ${status}.`);
    return;
  }
  if (isExplained(reply)) notes.add('errors', 'ok');
  else
    notes.add('errors', 'note', `${what}: the body of the ${status} is no JSON that can be told to people.`);
}

/** Checks that wrong input gets a 400 that names the fields. */
export function checkInvalid(notes: Notes, reply: Reply, what: string): void {
  checkRefusal(notes, reply, 400, what);
  if (reply.status !== 400 || !isExplained(reply)) return;
  const { errors } = failure.partial().safeParse(reply.json).data ?? {};
  const isBare = isObject(reply.json) && !('detail' in reply.json || 'message' in reply.json);
  if (!errors && !isBare)
    notes.add('errors', 'note', `${what}: no field is named, so forms show it at their top.`);
}

/** A request without a token and one with a wrong token must both get 401. */
export async function checkSignedOut(client: Client, notes: Notes, path: string): Promise<void> {
  checkRefusal(notes, await client.ask('GET', path), 401, 'Without a token');
  checkRefusal(notes, await client.ask('GET', path, { token: WRONG_TOKEN }), 401, 'With a wrong token');
}

/**
 * Checks that a method other than GET exists, without changing anything: by the `Allow` header of an OPTIONS
 * request, otherwise by an empty request without a token, which every server must refuse.
 */
export async function checkMethod(
  client: Client,
  notes: Notes,
  {
    method,
    path,
    token,
    isPublic,
  }: { method: string; path: string; token: string | undefined; isPublic: boolean },
): Promise<void> {
  const allow = (await client.ask('OPTIONS', path, { token })).headers.get('allow');
  if (allow) {
    const isThere = allow
      .toUpperCase()
      .split(/[\s,]+/)
      .includes(method);
    notes.add('there', isThere ? 'ok' : 'break', isThere ? '' : `The server allows ${allow} here.`);
    if (!isThere || !isPublic) return;
  }
  const reply = await client.ask(method, path, { body: {} });
  if (isPublic) {
    if (reply.status === 404 || reply.status === 405)
      notes.add('there', 'break', `It answers ${reply.status}.`);
    else {
      notes.add('there', 'ok');
      checkInvalid(notes, reply, 'An empty body');
    }
    return;
  }
  if (reply.status === 404 || reply.status === 405)
    notes.add('there', 'break', `It answers ${reply.status}.`);
  else if (reply.status < 300) notes.add('errors', 'break', `It answers ${reply.status} without a token.`);
  else {
    notes.add('there', 'ok');
    checkRefusal(notes, reply, 401, 'Without a token');
  }
}
