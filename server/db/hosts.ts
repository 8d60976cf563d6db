import type { Socket } from 'node:net';
import pg from 'pg';
import { errorText } from './errorText.ts';

interface Host {
  host: string;
  port: number;
}

export type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

/** Scheme and user, the hosts, and the rest. */
const ADDRESS = /^(\w+:\/\/(?:[^/?@]*@)?)([^/?@]*)(.*)$/s;
const HOST = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/;
const DEFAULT_PORT = 5432;
/** Values of libpq's `target_session_attrs` that suit a server, which always writes. */
const WRITING = new Set(['read-write', 'primary']);
/** Milliseconds within which a host must say whether it accepts writes. */
const PATIENCE = 5_000;

function hostOf(text: string, variable = 'DATABASE_URL'): Host {
  const [, name = '', port] = HOST.exec(text) ?? [];
  if (!name) throw new Error(`${variable} names a host "${text}": host:port, with commas between several.`);
  return { host: name.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? DEFAULT_PORT) };
}

/**
 * Splits a PostgreSQL URL as libpq defines it,
 * `postgresql://user@host1:5432,host2:5432/name?target_session_attrs=read-write`: into a part that
 * node-postgres can parse, and the hosts to search for one that accepts writes. No hosts if the URL names
 * only one and has no such option. Throws an error of one sentence.
 */
export function readHosts(url: string): { connectionString: string; hosts: Host[] } {
  const [, start = '', named = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const wanted = new URLSearchParams(rest.split('?')[1] ?? '').get('target_session_attrs') ?? 'any';
  if (wanted !== 'any' && !WRITING.has(wanted)) {
    throw new Error(`target_session_attrs=${wanted}: the server writes, so read-write or primary.`);
  }
  const texts = named.split(',');
  if (texts.length === 1 && (wanted === 'any' || !named)) return { connectionString: url, hosts: [] };
  return { connectionString: `${start}${texts[0]}${rest}`, hosts: texts.map((text) => hostOf(text)) };
}

/**
 * A URL for each host of READ_DATABASE_URL: each standby has connections of its own, because each has replayed another
 * part of the log. Throws an error of one sentence.
 */
export function urlOfEach(url: string): string[] {
  const [, start = '', named = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const [path = '', query = ''] = rest.split('?');
  const options = new URLSearchParams(query);
  options.delete('target_session_attrs');
  const end = options.size > 0 ? `${path}?${options}` : path;
  if (!named) return [`${start}${end}`];
  return named.split(',').map((text) => {
    hostOf(text, 'READ_DATABASE_URL');
    return `${start}${text}${end}`;
  });
}

/** `host:port` of a URL, for people: without user and password. */
export function placeOf(url: string): string {
  const { connectionString, hosts } = readHosts(url);
  if (hosts.length > 0) return hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  const address = URL.parse(connectionString);
  const given = new URLSearchParams(connectionString.split('?')[1]).get('host');
  const host = given || address?.hostname || 'localhost';
  return `${host}:${address?.port || DEFAULT_PORT}`;
}

/**
 * A URL whose own `options` have the server's behind them, which win: node-postgres would let the URL's replace them. Others
 * stay as they are.
 */
export function withOptions(url: string, options: string): string {
  const [start, query] = url.split('?');
  const parameters = new URLSearchParams(query);
  const given = parameters.get('options');
  if (!given) return url;
  parameters.set('options', `${given} ${options}`);
  return `${start}?${parameters}`;
}

/** No host offered a session that can write. db/unavailable.ts recognises this message. */
const noPrimary = (cause: unknown): Error =>
  new Error(`No host of DATABASE_URL takes writes: ${errorText(cause)}`, { cause });

/** Throws unless the session can write: not on a standby, and not if the database is set to read-only. */
async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');
}

/**
 * The first host that answers and accepts writes. All are asked at once, because a lost one may not answer at
 * all.
 */
async function findPrimary(config: pg.ClientConfig, hosts: readonly Host[]): Promise<Host> {
  const { connectionString, ssl, options } = config;
  const attempts = hosts.map(async (host) => {
    const client = Object.assign(
      new pg.Client({
        ...{ connectionString, ssl, options },
        connectionTimeoutMillis: PATIENCE,
        query_timeout: PATIENCE,
      }),
      host,
    );
    client.on('error', () => {});
    try {
      await client.connect();
      await requireWrites(client);
      return host;
    } finally {
      client.end().catch(() => {});
    }
  });
  return Promise.any(attempts).catch(({ errors }: AggregateError) => {
    throw noPrimary(errors[0]);
  });
}

/** A client that finds the primary on each connect, so that nothing has to be told about a failover. */
function searching(Client: ClientClass, hosts: readonly Host[]): ClientClass {
  class Searching extends Client {
    readonly #config: pg.ClientConfig;

    constructor(config: pg.ClientConfig = {}) {
      super(config);
      this.#config = config;
    }

    async #connect(): Promise<this> {
      try {
        Object.assign(this, await findPrimary(this.#config, hosts));
      } catch (error) {
        // Its socket was made with it, and is of no use to anybody.
        (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
        throw error;
      }
      await super.connect();
      try {
        // It may have become a standby since.
        await requireWrites(this);
      } catch (error) {
        await this.end();
        throw noPrimary(error);
      }
      return this;
    }

    override connect(...args: unknown[]): never {
      const [callback] = args as [((error?: unknown) => void)?];
      const connected = this.#connect();
      if (!callback) return connected as never;
      connected.then(
        () => callback(),
        (error) => callback(error),
      );
      return undefined as never;
    }
  }
  return Searching as ClientClass;
}

/** Options of node-postgres for the URL: `Client` finds the primary among several hosts. */
export function reachable(
  url: string,
  Client: ClientClass = pg.Client as ClientClass,
): { connectionString: string; Client: ClientClass } {
  const { connectionString, hosts } = readHosts(url);
  return { connectionString, Client: hosts.length > 0 ? searching(Client, hosts) : Client };
}
