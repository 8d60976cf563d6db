import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { freePort, listens } from './ports.ts';

const MANAGE = resolve(import.meta.dirname, '../peer/manage.py');

/** Debian's own Python, which finds Debian's packages; elsewhere the first one in the path. */
const pythons = process.platform === 'linux' ? ['/usr/bin/python3', 'python3'] : ['python3', 'python'];

function findPython(): string | undefined {
  // Finds the packages without importing them, which would take a second.
  const packages = `from importlib.util import find_spec
exit(not all(map(find_spec, ['django', 'rest_framework', 'django_filters'])))`;
  return pythons.find((python) => spawnSync(python, ['-c', packages], { stdio: 'ignore' }).status === 0);
}

const python = findPython();

/**
 * `describe` for tests that need the peer. If Python has no Django REST Framework, they are skipped, and say
 * so.
 */
export function describeWithPeer(name: string, tests: () => void): void {
  const missing = 'skipped: needs python3-django, python3-djangorestframework and python3-django-filters';
  describe.skipIf(!python)(python ? name : `${name} (${missing})`, tests);
}

/** The password of every user in the peer's seed. */
export const PEER_PASSWORD = 'peer-password-1';
/** A customer, a customer whose every write the server refuses, and a member of staff. */
export type PeerUser = 'customer' | 'reader' | 'clerk';
export const peerEmail = (user: PeerUser): string => `${user}@peer.test`;

export interface Peer {
  /** http://127.0.0.1:port */
  url: string;
  /**
   * Calls the API as a user of the seed, or without a user. `body` is parsed if it is JSON, otherwise its
   * text.
   */
  call<T = unknown>(
    user: PeerUser | null,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; body: T }>;
  /** The token of a user of the seed. */
  token(user: PeerUser): Promise<string>;
  /** The server's log, one line per request. */
  log(): string;
  close(): Promise<void>;
}

interface Options {
  /** Origins that may call it from a browser. */
  origins?: readonly string[];
  /** Request headers that those origins may send besides the defaults of django-cors-headers. */
  headers?: readonly string[];
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Starts tests/peer with its own database in a temporary folder, seeded, on its own address. */
export async function startPeer({ origins = [], headers = [] }: Options = {}): Promise<Peer> {
  if (!python) throw new Error('there is no Django REST Framework: use describeWithPeer');
  const env = {
    ...process.env,
    PEER_DATA: temporaryFolder('peer-'),
    PEER_CORS_ORIGINS: origins.join(' '),
    PEER_CORS_HEADERS: headers.join(' '),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
  };
  const port = await freePort();
  const child = spawn(python, [MANAGE, 'demo', `127.0.0.1:${port}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    listens(port),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the peer ended with ${code}\n${log}`);
    }),
  ]);

  const tokens = new Map<PeerUser, string>();
  const peer: Peer = {
    url,
    log: () => log,
    async token(user) {
      const known = tokens.get(user);
      if (known) return known;
      const login = user === 'clerk' ? '/v1/login/admin/' : '/v1/login/';
      const credentials = { email: peerEmail(user), password: PEER_PASSWORD };
      const { token } = (await peer.call<{ token: string }>(null, 'POST', login, credentials)).body;
      tokens.set(user, token);
      return token;
    },
    async call(user, method, path, body) {
      const token = user && (await peer.token(user));
      const isForm = body instanceof FormData;
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token && { authorization: `Token ${token}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parsed(text) as never };
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
  return peer;
}
