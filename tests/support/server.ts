import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compileCache } from './compileCache.ts';
import { temporaryFolder } from './folder.ts';
import { TEST_KEY } from './secretKey.ts';
import { programOf } from './serverBundle.ts';

export interface RunningServer {
  /** http://localhost:port of the current process. */
  url: string;
  /** Its process. */
  pid: number;
  /** Calls the API as a signed-in user, with JSON or a form; throws unless the answer is 2xx. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** `path` is the staff's sign-in path for staff. */
  signIn(email: string, password: string, path?: string): Promise<void>;
  /** The process's log since it started. */
  log(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

async function launch(environment: Record<string, string>, args: readonly string[], own?: string) {
  const { main, cache } = own ? { main: own, cache: compileCache } : await programOf('server');
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      ...process.env,
      ...cache,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      SECRET_KEY: TEST_KEY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** A server that fails to start: its exit code and its output. */
export async function failedStart(
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const child = await launch(environment, args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/**
 * The whole server in a separate process, as `npm start -- ARGS` runs it, with the given environment. A
 * worker process has only its health checks at `url`. `main` is the server's entry, if it is not the run's.
 */
export async function startServer(
  environment: Record<string, string>,
  args: readonly string[] = [],
  main?: string,
): Promise<RunningServer> {
  const folder = temporaryFolder('console-');
  let child: ChildProcess | undefined;
  let token = '';
  let log = '';
  const server: RunningServer = {
    url: '',
    pid: 0,
    log: () => log,
    async call(method, path, body) {
      const isJson = body !== undefined && !(body instanceof FormData);
      const response = await fetch(server.url + path, {
        method,
        headers: {
          ...(token && { authorization: `Token ${token}` }),
          ...(isJson && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text ? JSON.parse(text) : undefined) as never;
    },
    async signIn(email, password, path = '/v1/login/') {
      const { data } = await server.call<{ data: { token: string } }>('POST', path, {
        email,
        password,
      });
      token = data.token;
    },
    async kill(signal = 'SIGKILL') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    async restart() {
      await server.kill();
      await start();
    },
  };

  async function start(): Promise<void> {
    const started = await launch({ DATA_DIR: folder, ...environment }, args, main);
    child = started;
    server.pid = started.pid ?? 0;
    log = '';
    started.stderr.on('data', (chunk) => {
      log += chunk;
    });
    const lines = createInterface(started.stdout);
    server.url = await new Promise((ready, fail) => {
      lines.on('line', (line) => {
        log += `${line}\n`;
        const url = /(?:console is at|health is at) (http:\/\/localhost:\d+)/.exec(line)?.[1];
        if (url) ready(url.replace('localhost', '127.0.0.1'));
      });
      started.once('exit', (code) =>
        fail(new Error(`the server ended with ${code} before it was ready\n${log}`)),
      );
    });
  }
  await start();
  return server;
}
