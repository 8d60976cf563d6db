import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { bindModes, longMessages, messageIds } from '#schema/operatorLink.ts';

/** How a text of several parts is written; schema/operatorLink.ts explains the values. */
export type LongMessages = (typeof longMessages)[number];
/** The notation of an operator's message ids. */
export type MessageIds = (typeof messageIds)[number];

/** Milliseconds. */
export interface LinkTiming {
  /** Until an unanswered submit_sm becomes unknown. */
  response: number;
  /** Between two enquire_link. */
  enquire: number;
  /** Of silence after an enquire_link, until the peer counts as dead. */
  dead: number;
  /** For connecting and binding together. */
  bind: number;
  /** The shortest and longest delay before reconnecting. */
  reconnectMin: number;
  reconnectMax: number;
  /** The first pause when the operator throttles. */
  throttle: number;
  /** Of throttling, until waiting messages are given back so that other links can take them. */
  giveBack: number;
  /** Allowed by close() for outstanding answers. */
  close: number;
}

export const TIMING: LinkTiming = {
  response: 60_000,
  enquire: 30_000,
  dead: 10_000,
  bind: 10_000,
  reconnectMin: 500,
  reconnectMax: 30_000,
  throttle: 1_000,
  giveBack: 6_000,
  close: 5_000,
};
/**
 * A link's address and settings from its URL (described at LinkOptions).
 * @throws TypeError for another protocol, an invalid window or rate, or an unknown setting.
 */
export function readUrl(address: string) {
  const url = new URL(address);
  if (url.protocol !== 'smpp:' && url.protocol !== 'smpps:')
    throw new TypeError(`not an SMPP address: ${url.protocol}//${url.host}`);
  const tls = url.protocol === 'smpps:';
  const number = (key: string, fallback: number): number => {
    const value = Number(url.searchParams.get(key) ?? fallback);
    if (!Number.isFinite(value) || value < 0) throw new TypeError(`${key} of ${url.host} is no number`);
    return value;
  };
  const word = <const W extends string>(key: string, words: readonly [W, ...W[]]): W => {
    const value = url.searchParams.get(key) ?? words[0];
    const found = words.find((one) => one === value);
    if (!found) throw new TypeError(`${key} of ${url.host} is none of ${words.join(', ')}`);
    return found;
  };
  return {
    tls,
    ca: url.searchParams.get('ca') ?? '',
    tlsName: url.searchParams.get('tls_name') ?? '',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (tls ? 3550 : 2775),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    systemType: url.searchParams.get('system_type') ?? '',
    country: url.searchParams.get('country') ?? '977',
    bindMode: word('bind', bindModes),
    long: word('long', longMessages),
    ids: word('ids', messageIds),
    window: Math.max(1, number('window', 100)),
    rate: number('rate', 0),
  };
}

/** Whether a link's `ca` contains certificates rather than a file name. */
export const isPem = (ca: string): boolean => ca.startsWith('-----BEGIN');

/**
 * A link's TLS options. Without its own certificates the system's are trusted; the peer's is always verified.
 * @throws Error when the file cannot be read.
 */
export const tlsOptions = ({ tls, ca, tlsName, host }: ReturnType<typeof readUrl>) =>
  tls && {
    tls,
    ...(ca && { ca: isPem(ca) ? ca : readFileSync(ca, 'utf8') }),
    // The server name must not be an IP address (RFC 6066, 3).
    ...((tlsName || !isIP(host)) && { servername: tlsName || host }),
  };
