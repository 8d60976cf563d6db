import { z } from 'zod';
import { channels } from './channel.ts';
import { choice, defineEntity, type Entity, type Field, field } from './entity.ts';
import { httpFields, type httpNames, httpSettings, isOptionalHttp } from './httpLink.ts';
import { operators } from './phone.ts';

const NOT_NAME = 'Use up to 64 letters, digits and . _ @ : - without spaces.';
const NOT_HOST = 'Enter a host name such as smsc.example.net, or an IP address.';
const NOT_ASCII = 'Use letters, digits and signs of a US keyboard, without spaces.';
const NOT_PEM = 'Paste certificates in PEM, each with its first and last line, and nothing else.';

/** `unknown`: no worker has reported it recently. */
export const linkStates = ['bound', 'connecting', 'down', 'unknown'] as const;

/** The protocol. An SMPP link has no `http_` fields, and an HTTP link none of the SMPP ones. */
export const linkKinds = ['smpp', 'http'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** One connection for both directions, or one for messages and one for receipts. */
export const bindModes = ['transceiver', 'separate'] as const;
/**
 * How a text of several parts is sent: as parts with a user data header, as one message with message_payload (one id and
 * one receipt in total), or as parts with sar_ TLVs.
 */
export const longMessages = ['udh', 'payload', 'sar'] as const;
/**
 * How the operator writes a message's id in its answer and its receipt. `same`: compare as text. Otherwise they are
 * numbers: decimal or hexadecimal in both, or one in the answer and the other in the receipt.
 */
export const messageIds = ['same', 'decimal', 'hex', 'hex_decimal', 'decimal_hex'] as const;

const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\x21-\x7e]*$/, NOT_ASCII);
const seen = () => ({ write: 'never', list: false }) as const;
/** Optional in requests; a missing value leaves the stored one unchanged. */
const kept = <const C extends readonly [string, ...string[]]>(choices: C) =>
  choice(choices, { list: false, filter: false, input: z.enum(choices).optional() });
const pem = /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*$/;
const host =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+)$/;

/** What an SMPP link needs. */
const smpp = {
  host: z.string().min(1, 'Required').max(253).regex(host, NOT_HOST),
  port: z.int().min(1).max(65_535),
  tls: z.boolean(),
  system_id: text(64).min(1, 'Required'),
  password: text(64).nullish(),
};

/** The name of a link. */
export const linkName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@:-]{0,63}$/, NOT_NAME);

const fields = {
  name: field('text', linkName, {
    write: 'create',
    sort: true,
    search: true,
  }),
  /** `environment`: everything except name, window, rate, operators, priority and pause comes from SMPP_URL. */
  managed_by: choice(['console', 'environment'], { write: 'never', list: false }),
  /** The operator simulator: it takes only tests and sends nothing to phones. */
  is_simulator: field('boolean', z.boolean(), { write: 'never', list: false }),
  state: choice(linkStates, { write: 'never', filter: false }),
  /** False: paused. The link stays bound for receipts, but takes no messages. */
  is_active: field('boolean', z.boolean(), { write: 'never', filter: 'equals' }),
  kind: field('choice', z.enum(linkKinds), {
    ...{ write: 'create', filter: 'equals', choices: linkKinds },
    // Clients from before there were others send none.
    input: z.enum(linkKinds).optional(),
  }),
  /**
   * What it sends: SMS, or messages of Viber, which only an HTTP link can. Links of one never take messages of the other.
   * Older servers do not report it: theirs are all `sms`.
   */
  channel: field('choice', z.enum(channels).optional(), {
    ...{ write: 'create', list: false, filter: 'equals', choices: channels },
    input: z.enum(channels).optional(),
  }),
  /** Host, port and TLS of an HTTP link are those of its address. */
  host: field('text', smpp.host, { input: smpp.host.nullish() }),
  port: field('integer', smpp.port, { input: smpp.port.nullish() }),
  tls: field('boolean', smpp.tls, { list: false, input: smpp.tls.nullish() }),
  system_id: field('text', z.string(), { list: false, input: smpp.system_id.nullish() }),
  /** If missing or empty, it stays unchanged. It is required again when it would be sent elsewhere. */
  password: field('text', text(1000).nullish(), { write: 'secret', list: false }),
  system_type: field('text', text(12).nullish(), { list: false }),
  /** With TLS: PEM certificates to trust instead of the system's, either the operator's own or its authority's. */
  tls_ca: field('longText', z.string().trim().max(20_000).regex(pem, NOT_PEM).nullish(), {
    list: false,
  }),
  /** The name in the operator's certificate, if it is not the host. */
  tls_name: field(
    'text',
    z
      .string()
      .max(253)
      .regex(new RegExp(`^$|${host.source}`), NOT_HOST)
      .nullish(),
    { list: false },
  ),
  bind_mode: kept(bindModes),
  long_messages: kept(longMessages),
  message_ids: kept(messageIds),
  ...httpFields,
  /** Parts that may be unanswered at the same time, over all workers. */
  window: field('integer', z.int().min(1).max(1000)),
  /** Parts per second over all workers; 0: no limit. */
  rate: field('integer', z.int().min(0).max(100_000)),
  /** The operators whose messages the link takes; none: all. */
  operators: field('text', z.array(z.enum(operators)).max(operators.length)),
  /** Links with the lowest number are used first. */
  priority: field('integer', z.int().min(0).max(1000), { sort: true }),
  /**
   * How links of the same priority share an operator's messages: 70 and 30. Null: each sends as fast as it can. If missing,
   * it stays unchanged.
   */
  weight: field('integer', z.int().min(1).max(1000).nullable(), {
    list: false,
    input: z.int().min(1).max(1000).nullish(),
  }),
  /** When the system ID or the password was last set. */
  login_set_at: field('datetime', z.iso.datetime(), seen()),
  /** When the current state began, and why the link is down. */
  since: field('datetime', z.iso.datetime().nullable(), seen()),
  reason: field('text', z.string().nullable(), seen()),
  /** Unanswered parts, and parts that the operator accepted in the last minute. */
  in_flight: field('integer', z.int(), seen()),
  per_minute: field('integer', z.int(), { write: 'never' }),
  /** Number of workers that run it. */
  workers: field('integer', z.int(), seen()),
  /** Each worker's share of window and rate; the sum never exceeds the limits. A null rate is no limit. */
  shares: field(
    'attributes',
    z.array(z.object({ worker: z.int(), window: z.int(), rate: z.number().nullable() })),
    seen(),
  ),
  /** The operator's last reason for refusing a message. */
  last_error: field('text', z.string().nullable(), seen()),
  last_error_at: field('datetime', z.iso.datetime().nullable(), seen()),
};

/**
 * A connection to an operator. Messages and receipts refer to it by name, so the name never changes. Among the bound,
 * unpaused links that serve a message's operator, the lowest priority number is used; links with the same number share the
 * load, by weight if they have one.
 */
const definition = {
  name: 'admin/operator-links',
  path: '/v1/admin/operator-links/',
  read: ['operator-link-list', 'get'],
  alsoRead: [['dashboard-summary', 'get']],
  write: ['operator-link-list', 'post'],
  // There is also DELETE for a single record; it is refused while messages are in progress on the link.
  writes: ['create', 'update'],
  tenancy: 'everyone',
  title: 'name',
  order: 'priority',
} satisfies Omit<Parameters<typeof defineEntity>[0], 'fields'>;
export const operatorLink = defineEntity({ ...definition, fields });
export type OperatorLink = z.infer<typeof operatorLink.record>;
export type OperatorLinkInput = z.infer<typeof operatorLink.create>;
export type OperatorLinkChange = z.infer<typeof operatorLink.update>;

const isHttp = (name: string): boolean => name.startsWith('http_');
const smppOnly = ['host', 'port', 'tls', 'system_id', 'system_type', 'tls_ca', 'tls_name'].concat(
  'bind_mode',
  'long_messages',
  'message_ids',
);

/** The entity as a form of one kind shows and checks it: without what the other kind has. `more`: what else it needs. */
function ofKind(kind: LinkKind, more: Readonly<Record<string, z.ZodType>> = {}): Entity {
  const needed = (name: string, given: Field): Field => {
    if (more[name]) return { ...given, input: more[name] };
    // Only other servers' records have none: a form starts with SMS.
    if (name === 'channel') return { ...given, schema: z.enum(channels) };
    if (kind === 'smpp') return name in smpp ? { ...given, input: smpp[name as keyof typeof smpp] } : given;
    if (!isHttp(name)) return given;
    const check = httpSettings.shape[name as (typeof httpNames)[number]];
    return { ...given, schema: isOptionalHttp(name) ? check.nullish() : check };
  };
  const isOurs = (name: string) => (kind === 'http' ? !smppOnly.includes(name) : !isHttp(name));
  const own = Object.entries(fields).filter(([name, { write }]) => write === 'never' || isOurs(name));
  return defineEntity({
    ...definition,
    fields: Object.fromEntries(own.map(([name, given]) => [name, needed(name, given)])),
  }) as unknown as Entity;
}

/** The entity of each kind of link. */
export const linkOf: Readonly<Record<LinkKind, Entity>> = { smpp: ofKind('smpp'), http: ofKind('http') };

/** The same of a new link: only an HTTP link may need no secret. */
export const newLinkOf: typeof linkOf = {
  smpp: ofKind('smpp', { password: text(64).min(1, 'Required') }),
  http: linkOf.http,
};

/** What came of a test: it signed in, or only connected; or why it did not. */
export const testResults = [
  ...(['signed_in', 'reached', 'refused_login', 'refused_connection', 'not_found'] as const),
  ...(['unreachable', 'certificate', 'private', 'timeout', 'locked', 'failed'] as const),
] as const;
export type TestResult = (typeof testResults)[number];
export const linkTest = z.object({
  result: z.enum(testResults),
  /** In the operator's or the system's words; empty if there are none. */
  detail: z.string(),
  milliseconds: z.int(),
});
export type LinkTest = z.infer<typeof linkTest>;
/** Settings as for a new link; with a link's `uuid`, changes of it, which may leave out the password. */
export const linkTestInput = z.strictObject({
  ...operatorLink.create.partial().shape,
  uuid: z.uuid().optional(),
});
export type LinkTestInput = z.infer<typeof linkTestInput>;
