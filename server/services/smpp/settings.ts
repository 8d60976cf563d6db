/** Milliseconds. */
export interface LinkTiming {
  /** Until an unanswered submit_sm is unknown. */
  response: number;
  /** Between two enquire_link. */
  enquire: number;
  /** Of silence after an enquire_link, until the peer counts as dead. */
  dead: number;
  /** For connecting and binding together. */
  bind: number;
  /** The shortest and longest wait before connecting again. */
  reconnectMin: number;
  reconnectMax: number;
  /** The first pause when the operator throttles. */
  throttle: number;
  /** What close() allows for answers that are still due. */
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
  close: 5_000,
};
/**
 * A link's address and limits from its URL (described at LinkOptions).
 * @throws TypeError for another protocol, or for a window or rate that is no number.
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
  return {
    tls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (tls ? 3550 : 2775),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    systemType: url.searchParams.get('system_type') ?? '',
    country: url.searchParams.get('country') ?? '977',
    window: Math.max(1, number('window', 100)),
    rate: number('rate', 0),
  };
}
