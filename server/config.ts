import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Invoice } from '#schema/invoice.ts';
import { manualMethods } from '#schema/paymentReference.ts';
import type { Bucket } from './services/files/filesS3.ts';
import { clamdAddress } from './services/files/virusScanner.ts';
import { wrongKeys } from './services/platform/secretKeys.ts';

const flag = z.stringbool().default(false);
const webAddress = z.url({ protocol: /^https?$/, error: 'https://...' });

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Where it listens: every address, but of the demonstration, whose passwords everybody knows, this machine alone. */
  HOST: z.string().optional(),
  /** Any PostgreSQL 15 or newer; without it the server starts its own in DATA_DIR. */
  DATABASE_URL: z.string().min(1).optional(),
  /** The same database as the role that owns its tables, for migrations; DATABASE_URL's needs no more than rows then. */
  MIGRATION_DATABASE_URL: z.string().min(1).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).default(20),
  /** Whether connections keep the statements of every request; `false` behind PgBouncer before 1.21 in transaction mode. */
  DATABASE_KEEP_PLANS: z.stringbool().default(true),
  DATA_DIR: z.string().default('.data'),
  /** The kernel's start, where /proc does not tell it: `%b` of systemd (deploy/systemd). */
  BOOT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, '32 hex digits')
    .optional(),
  /** smpp://user:password@host:port?window=100&rate=0, or smpps://; several with spaces between. */
  SMPP_URL: z.string().min(1).optional(),
  /** Whether messages go to the operator simulator, which delivers to nobody; see `simulates`. */
  SIMULATOR: z.enum(['on', 'off'], { error: 'on or off' }).optional(),
  /** Where the operator simulator listens. 0 picks a port. */
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The first administrator of an empty database of yours (DATABASE_URL). */
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(12).optional(),
  /** Messages that a worker may have in hand, and so the most that a kill leaves unknown. */
  DISPATCH_BATCH: z.coerce.number().int().min(1).max(5000).default(2000),
  /** Hours that an operator keeps trying to deliver a message. */
  VALIDITY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /** Months that messages stay after the month (UTC) of their making; without it they stay for ever. */
  MESSAGE_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
  /** `22:00-07:00` (Asia/Kathmandu): no sending within. Off by default. */
  QUIET_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  /** The base URL that the console calls; empty is the server that served it. */
  API_URL: z.string().default(''),
  /** Who issues the tax invoices: without name and PAN none is issued (the demonstration has its own). */
  SELLER_NAME: z.string().trim().min(1).optional(),
  SELLER_PAN: z
    .string()
    .regex(/^\d{9}$/, 'nine digits')
    .optional(),
  SELLER_ADDRESS: z.string().trim().default(''),
  /** What customers may pay by beside online services. */
  PAYMENT_METHODS: z
    .string()
    .default(manualMethods.join(','))
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(manualMethods))),
  /** Where to pay, shown while asking for a top-up: bank, account name and number. */
  PAYMENT_INSTRUCTIONS: z.string().default(''),
  /** eSewa ePay v2: the merchant's code and secret. Without them eSewa is not offered. */
  ESEWA_PRODUCT_CODE: z.string().trim().min(1).optional(),
  ESEWA_SECRET: z.string().min(1).optional(),
  /** Where eSewa's form goes and its status is asked; eSewa's own by default, its test hosts for EPAYTEST. */
  ESEWA_URL: webAddress.optional(),
  ESEWA_STATUS_URL: webAddress.optional(),
  /** Khalti KPG-2: the merchant's live secret key. Without it Khalti is not offered. */
  KHALTI_SECRET: z.string().trim().min(1).optional(),
  /** Base of Khalti's API, such as the sandbox https://dev.khalti.com/api/v2/; Khalti's own by default. */
  KHALTI_URL: webAddress.transform((url) => (url.endsWith('/') ? url : `${url}/`)).optional(),
  /** A bucket for uploaded files, of Amazon S3 or what speaks its protocol; without it they lie in DATA_DIR. */
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Where the service is, unless it is Amazon's. */
  S3_ENDPOINT: webAddress.optional(),
  /** Absent: as the AWS SDK finds them, such as the machine's role. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** https://host/bucket/key instead of https://bucket.host/key; most services of one's own need it. */
  S3_FORCE_PATH_STYLE: flag,
  /** smtp://user:password@host:587, or smtps://. Without it no mail leaves. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://... or smtps://...' }).optional(),
  /** Who mails are from: an address, or `Name <address>`. */
  MAIL_FROM: z.string().regex(/@/, 'an e-mail address').optional(),
  /** Where people open the console; links in mails and ways back from payment services start with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'https://...' }).optional(),
  /** What secrets in the database are encrypted with: keys with spaces or lines between, the newest first. */
  SECRET_KEY: z
    .string()
    .superRefine((text, context) => {
      const wrong = text.trim() === '' ? null : wrongKeys(text);
      if (wrong) context.addIssue({ code: 'custom', message: wrong });
    })
    .optional(),
  /** A clamd that each upload is checked by, `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`; without it none is. */
  CLAMD_URL: z
    .string()
    .min(1)
    .refine((text) => clamdAddress(text) !== null, 'tcp://host:3310 or unix:/run/clamav/clamd.ctl')
    .optional(),
  /** Requests that each API key may make in a minute, over all processes. */
  API_KEY_RATE: z.coerce.number().int().min(1).default(600),
  /** Webhooks to addresses of private networks and over plain http; for tests and closed networks only. */
  WEBHOOK_ALLOW_PRIVATE: flag,
  /**
   * Whose X-Forwarded-For and -Proto are believed: `true` is the one proxy in front, a number so many of them, else
   * addresses and networks with commas between. What a client wrote into the header itself is believed of nobody.
   */
  TRUST_PROXY: z
    .string()
    .trim()
    .default('false')
    .transform((text): false | number | string[] => {
      if (/^(false|0|no|off)?$/i.test(text)) return false;
      if (/^(true|yes|on)$/i.test(text)) return 1;
      return /^\d+$/.test(text) ? Number(text) : text.split(',').map((address) => address.trim());
    }),
  /**
   * Where a browser keeps its session: `script`, in a cookie that the console writes and reads, as the contract has
   * it; or `httponly`, in one that only the server does.
   */
  SESSION_COOKIE: z.enum(['script', 'httponly']).default('script'),
  /** The most minutes without a request that a session lasts, where the provider's settings say more or nothing. */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).optional(),
  /** Seconds within which a request's headers are there. */
  HEADERS_SECONDS: z.coerce.number().int().min(1).max(300).default(20),
  /** Seconds after which a request's body must have come at 4 kB a second at least. */
  BODY_SECONDS: z.coerce.number().int().min(1).max(300).default(30),
  /** Seconds that a connection may be open without a byte going either way. */
  IDLE_SECONDS: z.coerce.number().int().min(1).max(3600).default(300),
  /** Connections that a process holds at once; one more is closed. */
  MAX_CONNECTIONS: z.coerce.number().int().min(10).default(10_000),
  /** `off`: neither /docs nor /v1/openapi.json is there. */
  DOCS: z.enum(['on', 'off']).default('on'),
  /** What Prometheus shows to read GET /metrics; without it there is no such page. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The commit that was built, as GET /healthz tells it; the image brings it. Without it git is asked, where it is there. */
  SOURCE_COMMIT: z
    .string()
    .regex(/^([0-9a-f]{40})?$/, '40 hex digits')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = Omit<z.infer<typeof environment>, 'HOST'> & { HOST: string };

/** What an environment may hold as `NAME_FILE` too: the path of a file with it, as secrets are mounted. */
const SECRETS = [
  ...[
    'DATABASE_URL',
    'MIGRATION_DATABASE_URL',
    'SMPP_URL',
    'SMTP_URL',
    'SECRET_KEY',
    'ADMIN_PASSWORD',
    'ESEWA_SECRET',
    'KHALTI_SECRET',
  ],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'METRICS_TOKEN'],
];

/** An environment with what its files say, without the line's end that editors leave. Throws one sentence. */
function withFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const found = { ...env };
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new Error(`The environment is not usable. ${name} and ${name}_FILE: one of both.`);
    try {
      found[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch {
      throw new Error(`The environment is not usable. ${name}_FILE: ${path} cannot be read.`);
    }
  }
  return found;
}

/** The environment, checked once. Throws one sentence that names each variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = environment.safeParse(withFiles(env));
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${wrong.join('. ')}`);
  }
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = result.data;
  // Taken from a request's Host header, links could be made to lead to a stranger's site.
  if (SMTP_URL && !(MAIL_FROM && PUBLIC_URL)) {
    throw new Error('The environment is not usable. SMTP_URL needs MAIL_FROM and PUBLIC_URL beside it.');
  }
  if (Boolean(result.data.S3_ACCESS_KEY_ID) !== Boolean(result.data.S3_SECRET_ACCESS_KEY)) {
    throw new Error(
      'The environment is not usable. S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY need each other.',
    );
  }
  const { ESEWA_PRODUCT_CODE, ESEWA_SECRET, KHALTI_SECRET } = result.data;
  if (Boolean(ESEWA_PRODUCT_CODE) !== Boolean(ESEWA_SECRET)) {
    throw new Error('The environment is not usable. ESEWA_PRODUCT_CODE and ESEWA_SECRET need each other.');
  }
  if ((ESEWA_SECRET || KHALTI_SECRET) && !PUBLIC_URL) {
    throw new Error(
      'The environment is not usable. Online payments need PUBLIC_URL: eSewa and Khalti send people back to it.',
    );
  }
  if (result.data.SIMULATOR === 'on' && result.data.SMPP_URL) {
    throw new Error(
      'The environment is not usable. SIMULATOR=on and SMPP_URL: one of both. What goes to operators does not go to the simulator.',
    );
  }
  const { DATABASE_URL, DATA_DIR } = result.data;
  const HOST = result.data.HOST || (DATABASE_URL ? '0.0.0.0' : '127.0.0.1');
  return { ...result.data, HOST, DATA_DIR: resolve(DATA_DIR) };
}

/**
 * Whether the server starts the operator simulator: the demonstration does so by itself where it has no operator, a
 * server with a database of its own only when it is told to.
 */
export const simulates = ({ SIMULATOR, SMPP_URL, DATABASE_URL }: Config): boolean =>
  !SMPP_URL && (SIMULATOR ?? (DATABASE_URL ? 'off' : 'on')) === 'on';

/** What a process does: answer HTTP, do the work behind it (jobs, sending), or both. */
const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

/** The role among a process's arguments: `--role api`; both without. Throws one sentence about others. */
export function readRole(args: readonly string[]): Role {
  let given: string;
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } });
    given = values.role;
  } catch {
    throw new Error(`It takes --role and one of ${roles.join(', ')}, not ${args.join(' ')}.`);
  }
  const role = roles.find((name) => name === given);
  if (!role) throw new Error(`There is no role ${given}; there are ${roles.join(', ')}.`);
  return role;
}

/** The bucket that uploaded files go to; null where they lie in a folder. */
export function bucketOf(config: Config): Bucket | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!bucket) return null;
  return {
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
  };
}

/** Where people open the console: passkeys are bound to it. */
export const siteOf = ({ PUBLIC_URL, PORT }: Config): { origin: string } => ({
  origin: new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).origin,
});

/** Whether mail reaches people: it leaves, or the demonstration shows it. */
export const sendsMail = (config: Config): boolean => Boolean(config.SMTP_URL) || !config.DATABASE_URL;

/** Whether /dev/outbox shows the mail: only where it does not leave, and only in the demonstration. */
export const showsOutbox = (config: Config): boolean => !config.SMTP_URL && !config.DATABASE_URL;

/** Who issues tax invoices; null where the provider has not said so. The demonstration has a seller of its own. */
export function sellerOf(config: Config): Invoice['seller'] | null {
  const { SELLER_NAME: name, SELLER_PAN: pan, SELLER_ADDRESS: address } = config;
  if (name && pan) return { name, pan, address };
  return config.DATABASE_URL ? null : { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' };
}
