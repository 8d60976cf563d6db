import { getToken } from './session.ts';

/** Milliseconds after which an unused answer is too old to be shown. */
const FRESH = 15_000;

interface Ahead {
  token: string | undefined;
  at: number;
  answer: Promise<unknown>;
  /** The answer, once it has arrived. */
  body?: unknown;
}

/** By path. */
const asked = new Map<string, Ahead>();

interface Client {
  json(path: string): Promise<unknown>;
}

/**
 * Requests what a page needs before its code has come, unless it is here or on its way. The next request of the same path gets this
 * answer (http.ts). What fails is forgotten, so that the page asks by itself and says what is wrong. Resolves when the answer is
 * there, or has failed.
 */
export async function askAhead(path: string, client: Client): Promise<unknown> {
  const ahead = fresh(path) ?? keep(path, client.json(path));
  try {
    ahead.body = await ahead.answer;
  } catch {
    if (asked.get(path) === ahead) asked.delete(path);
  }
  return ahead.body;
}

/** Keeps the answer to a path that came with something else: the next request of the path gets it. */
export function keepAhead(path: string, body: unknown): void {
  keep(path, Promise.resolve(body)).body = body;
}

function keep(path: string, answer: Promise<unknown>): Ahead {
  const ahead = { token: getToken(), at: performance.now(), answer };
  asked.set(path, ahead);
  return ahead;
}

function fresh(path: string): Ahead | undefined {
  const found = asked.get(path);
  return found && found.token === getToken() && performance.now() - found.at < FRESH ? found : undefined;
}

/** The answer to a path that was asked for ahead, by this session and not long ago; used once. */
export function takeAhead(path: string): Promise<unknown> | undefined {
  const found = fresh(path);
  asked.delete(path);
  return found?.answer;
}

/** The same for callers that cannot wait: the answer if it has already arrived. */
export function takeArrived(path: string): unknown {
  const body = fresh(path)?.body;
  if (body !== undefined) asked.delete(path);
  return body;
}

let changedAt = 0;

/** Something is being changed: what was asked for before may differ. */
export function forgetAhead(): void {
  asked.clear();
  changedAt = Date.now();
}

/** Whether this page has changed nothing since then, in milliseconds since 1970. */
export const isUnchangedSince = (moment: number): boolean => moment > changedAt;
