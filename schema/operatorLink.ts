import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { operators } from './phone.ts';

const NOT_NAME = 'Use up to 64 letters, digits and . _ @ : - without spaces.';
const NOT_HOST = 'Enter a host name such as smsc.example.net, or an IP address.';
const NOT_ASCII = 'Use letters, digits and signs of a US keyboard, without spaces.';
const NOT_PEM = 'Paste certificates in PEM, each with its first and last line, and nothing else.';

/** `unknown`: no worker has reported it recently. */
const linkStates = ['bound', 'connecting', 'down', 'unknown'] as const;

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
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]+)$/;

const fields = {
  name: field('text', z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@:-]{0,63}$/, NOT_NAME), {
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
  host: field('text', z.string().min(1, 'Required').max(253).regex(host, NOT_HOST)),
  port: field('integer', z.int().min(1).max(65_535)),
  tls: field('boolean', z.boolean(), { list: false }),
  system_id: field('text', text(64).min(1, 'Required'), { list: false }),
  /** If missing or empty, it stays unchanged. It is required again when host, port or TLS change. */
  password: field('text', text(64).nullish(), { write: 'secret', list: false }),
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
  /** Parts that may be unanswered at the same time, over all workers. */
  window: field('integer', z.int().min(1).max(1000)),
  /** Parts per second over all workers; 0: no limit. */
  rate: field('integer', z.int().min(0).max(100_000)),
  /** The operators whose messages the link takes; none: all. */
  operators: field('text', z.array(z.enum(operators)).max(operators.length)),
  /** Links with the lowest number are used first. */
  priority: field('integer', z.int().min(0).max(1000), { sort: true }),
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
    'text',
    z.array(z.object({ worker: z.int(), window: z.int(), rate: z.number().nullable() })),
    seen(),
  ),
  /** The operator's last reason for refusing a message. */
  last_error: field('text', z.string().nullable(), seen()),
  last_error_at: field('datetime', z.iso.datetime().nullable(), seen()),
};

/**
 * An SMPP connection to an operator. Messages and receipts refer to it by name, so the name never changes. Among the bound,
 * unpaused links that serve a message's operator, the lowest priority number is used; links with the same number share the
 * load.
 */
export const operatorLink = defineEntity({
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
  fields,
});
export type OperatorLink = z.infer<typeof operatorLink.record>;
export type OperatorLinkInput = z.infer<typeof operatorLink.create>;
export type OperatorLinkChange = z.infer<typeof operatorLink.update>;
