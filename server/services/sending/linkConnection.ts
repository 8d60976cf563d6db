import { isDeepStrictEqual } from 'node:util';
import { type HttpSettings, httpDefaults, httpNames, httpSettings } from '#schema/httpLink.ts';
import {
  bindModes,
  type LinkKind,
  linkOf,
  longMessages,
  messageIds,
  type OperatorLinkChange,
} from '#schema/operatorLink.ts';
import { fieldSentence } from '../platform/fieldSentence.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import type { Connection } from './linkStates.ts';

/** What a request may say about it. */
type LinkRequest = Partial<OperatorLinkChange>;

const AGAIN = 'Enter the password again. It is required when host, port or TLS change.';
const SECRET_AGAIN = 'Enter the secret again. It is required when the link calls another address.';
const NO_PASSWORD = 'Enter the password from the operator.';
const NO_SECRET = 'Enter the secret from the operator. The settings use {{secret}}.';

const DEFAULTS = {
  ...{ system_type: '', tls_ca: '', tls_name: '', http: null },
  ...{ bind_mode: bindModes[0], long_messages: longMessages[0], message_ids: messageIds[0] },
};

/** Throws `invalid`, with an error of each field, for what a link of its kind cannot have. */
function requireFields(kind: LinkKind, mode: 'create' | 'update', values: object): void {
  const { shape } = linkOf[kind][mode];
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => name in shape));
  refuseIssues(linkOf[kind][mode].safeParse(own, { error: fieldSentence }));
}

/** Zod's result, as far as it matters here. */
interface Read {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}

function refuseIssues({ error }: Read): void {
  if (!error) return;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) errors[String(path[0])] ??= [message];
  throw new Problem('invalid', Object.values(errors)[0]?.[0] ?? '', { errors });
}

/** The connection that a request asks for; missing fields stay as `before`. Throws `invalid` for one that cannot be used. */
export function connectionOf(kind: LinkKind, requested: LinkRequest, before?: Connection): Connection {
  return kind === 'http' ? httpConnection(requested, before) : smppConnection(requested, before);
}

function smppConnection(requested: LinkRequest, before?: Connection): Connection {
  requireFields('smpp', before ? 'update' : 'create', requested);
  const { host, port, tls, system_id, tls_ca, tls_name } = requested;
  const stored = before ?? DEFAULTS;
  return {
    ...{ kind: 'smpp', host: host as string, port: port as number, tls: tls as boolean, http: null },
    ...{ system_id: system_id as string, system_type: requested.system_type ?? '' },
    tls_ca: tls_ca === undefined ? stored.tls_ca : (tls_ca ?? ''),
    tls_name: tls_name === undefined ? stored.tls_name : (tls_name ?? ''),
    bind_mode: requested.bind_mode ?? stored.bind_mode,
    long_messages: requested.long_messages ?? stored.long_messages,
    message_ids: requested.message_ids ?? stored.message_ids,
  };
}

function httpConnection(requested: LinkRequest, before?: Connection): Connection {
  const stored = before?.http ?? httpDefaults;
  const http = Object.fromEntries(
    httpNames.map((name) => [
      name,
      requested[name] === undefined ? stored[name] : (requested[name] ?? httpDefaults[name]),
    ]),
  ) as HttpSettings;
  requireFields('http', before ? 'update' : 'create', { ...requested, ...http });
  refuseIssues(httpSettings.safeParse(http, { error: fieldSentence }));
  const { hostname, port, protocol } = new URL(http.http_url);
  const tls = protocol === 'https:';
  return {
    ...DEFAULTS,
    ...{ kind: 'http', host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (tls ? 443 : 80) },
    ...{ tls, system_id: '', http },
  };
}

/** The origins that a link calls, and thus may tell its secret. */
const originsOf = ({ http_url, http_poll_url, http_check_url }: HttpSettings): string[] =>
  [http_url, http_poll_url, http_check_url].filter(Boolean).map((url) => new URL(url).origin);

/** Names of what differs between two connections. */
export const changesIn = (before: Connection, after: Connection): string[] =>
  (Object.keys(after) as (keyof Connection)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/**
 * Changing these requires the password again, because it would be sent to another host, or to one with weaker
 * authentication.
 */
const LEADING: readonly string[] = ['host', 'port', 'tls', 'tls_ca', 'tls_name'];

/** Throws `invalid` if a link needs a password with this change, or at all if it is new. */
export function requirePassword(
  password: string | null | undefined,
  after: Connection,
  before?: Connection,
): void {
  if (password) return;
  if (after.http) {
    const known = before?.http && originsOf(before.http);
    if (known && originsOf(after.http).every((origin) => known.includes(origin))) return;
    if (known) throw invalidField('password', SECRET_AGAIN);
    if (JSON.stringify(after.http).includes('{{secret}}')) throw invalidField('password', NO_SECRET);
    return;
  }
  if (!before) throw invalidField('password', NO_PASSWORD);
  if (changesIn(before, after).some((name) => LEADING.includes(name))) throw invalidField('password', AGAIN);
}
