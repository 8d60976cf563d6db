import { z } from 'zod';
import { manualMethods } from '#schema/paymentReference.ts';
import { clamdAddress } from './services/files/virusScanner.ts';
import { wrongKeys } from './services/platform/secretKeys.ts';

const flag = z.stringbool().default(false);
/** Whether a text is an origin as browsers send it: no path, no wildcard, no default port. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
const webAddress = z.url({ protocol: /^https?$/, error: 'https://...' });

/**
 * All environment variables. docs/configuration.md is generated from this file (`npm run docs:config`): plain comments are
 * headings, the others are descriptions and examples in Markdown, with links relative to docs/.
 */
export const environment = z.object({
  // Server
  /** Port to listen on. 0 picks a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /**
   * Address to listen on. Without it: every address, but the demonstration, whose passwords are public, only 127.0.0.1.
   * @example 0.0.0.0
   */
  HOST: z.string().optional(),
  /**
   * Base address of the API that the console calls. Empty: the server that served the console.
   * @example https://api.example.com
   */
  API_URL: z.string().default(''),
  /**
   * Origins of consoles that are served elsewhere and may call this API, with spaces between: exactly as a browser's
   * address bar begins ([the console alone](console-alone.md)). @example https://sms.example.com
   */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((origins) => origins.every(isOrigin), 'origins such as https://sms.example.com, without a path'),
  /**
   * Address at which people open the console. Links in mail and returns from payment services start with it; passkeys
   * are bound to it. @example https://sms.example.com
   */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'https://...' }).optional(),
  /**
   * Name of the service everywhere, from the sign-in page to mail. It cannot be changed in the console then. Without it:
   * what is set there ([provider settings](provider-settings.md#brand)), at first Bulk SMS Console.
   * @example Example SMS
   */
  BRAND: z.string().trim().min(1).max(60).optional(),
  /** Seconds in which a request's headers must arrive. */
  HEADERS_SECONDS: z.coerce.number().int().min(1).max(300).default(20),
  /** Seconds after which a request's body must have arrived at 4 kB a second or faster. */
  BODY_SECONDS: z.coerce.number().int().min(1).max(300).default(30),
  /** Seconds that a connection may be open without a byte in either direction. */
  IDLE_SECONDS: z.coerce.number().int().min(1).max(3600).default(300),
  /** Maximum open connections per process. Further ones are closed. */
  MAX_CONNECTIONS: z.coerce.number().int().min(10).default(10_000),
  /** `off` closes /docs and /v1/openapi.json. */
  DOCS: z.enum(['on', 'off']).default('on'),
  // Database
  /**
   * PostgreSQL 15 or newer. Without it the server starts its own in `DATA_DIR`, with demonstration data. Several hosts may
   * stand with commas between, as in libpq: the one that takes writes is used
   * ([failover](deploy.md#failover)).
   * @example postgresql://console:password@db.example.com:5432/console
   */
  DATABASE_URL: z.string().min(1).optional(),
  /**
   * The same database as the role that owns the tables, for migrations. `DATABASE_URL` then needs a role with rights to
   * rows only ([roles](deploy.md#a-role-that-owns-nothing)).
   * @example postgresql://console_owner:password@db.example.com:5432/console
   */
  MIGRATION_DATABASE_URL: z.string().min(1).optional(),
  /** Connections that a process opens to PostgreSQL. */
  DATABASE_POOL: z.coerce.number().int().min(2).default(20),
  /** Whether connections keep prepared statements. Set `false` behind PgBouncer before 1.21 in transaction mode. */
  DATABASE_KEEP_PLANS: z.stringbool().default(true),
  /** Folder for uploaded files, the sending journal and the embedded database. */
  DATA_DIR: z.string().default('.data'),
  // People
  /**
   * Sign-in of the first administrator of an empty database (`DATABASE_URL`).
   * @example admin@example.com
   */
  ADMIN_EMAIL: z.email().optional(),
  /**
   * Password of that administrator, at least 12 characters.
   * @example at-least-twelve-characters
   */
  ADMIN_PASSWORD: z.string().min(12).optional(),
  // Mail
  /**
   * Mail server ([accounts](accounts.md)), if not as set in the console. Without one no mail is sent. Needs `MAIL_FROM` and
   * `PUBLIC_URL`.
   * @example smtps://user:password@mail.example.com:465
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://... or smtps://...' }).optional(),
  /**
   * Sender of mail: an address, or a name and an address.
   * @example Example SMS <sms@example.com>
   */
  MAIL_FROM: z.string().regex(/@/, 'an e-mail address').optional(),
  // Sending
  /**
   * Identifies the start of the machine where /proc does not: `%b` in systemd units (deploy/systemd).
   * @example 0f3c5b1e9a7d4c2fb8e6d1a2c3b4f5e6
   */
  BOOT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, '32 hex digits')
    .optional(),
  /**
   * Operator links, with spaces between, as `smpp://` or `smpps://` ([operators](operators.md)). More are added in the
   * console.
   * @example smpp://user:password@smsc.example.com:2775?window=100&rate=50
   */
  SMPP_URL: z.string().min(1).optional(),
  /**
   * `on` sends test messages to the operator simulator, which delivers to nobody and charges nobody. Without it: on in the
   * demonstration without `SMPP_URL`, else off.
   * @example on
   */
  SIMULATOR: z.enum(['on', 'off'], { error: 'on or off' }).optional(),
  /**
   * Sender ID of the ten free messages to their own number that customers can send before their account is approved
   * ([trial](sending.md#the-free-trial)). Your operators must have approved it. Without it there is no trial.
   * @example TRYSMS
   */
  TRIAL_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9]{3,11}$/, '3 to 11 letters and digits')
    .optional(),
  /** Port of the operator simulator. 0 picks a free one. */
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /**
   * Messages that a worker holds at once, and so the most that can become unknown when it is killed. Never more than two
   * seconds of sending.
   */
  DISPATCH_BATCH: z.coerce.number().int().min(1).max(5000).default(2000),
  /** Hours for which an operator tries to deliver a message. */
  VALIDITY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /**
   * Months for which messages are kept after their own month (UTC); campaigns stay ([sending](sending.md)). Without it
   * messages are kept for ever.
   * @example 13
   */
  MESSAGE_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
  /**
   * Nepal time in which only urgent messages are sent. Off by default.
   * @example 22:00-07:00
   */
  QUIET_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  // Payments
  /**
   * Who issues tax invoices, if not as set in the console ([billing](payments.md#settings)). Without name and PAN none is
   * issued; the demonstration has its own.
   * @example Example SMS Pvt. Ltd.
   */
  SELLER_NAME: z.string().trim().min(1).optional(),
  /**
   * PAN of the seller, nine digits.
   * @example 600000000
   */
  SELLER_PAN: z
    .string()
    .regex(/^\d{9}$/, 'nine digits')
    .optional(),
  /**
   * Address of the seller on invoices.
   * @example Kathmandu
   */
  SELLER_ADDRESS: z.string().trim().optional(),
  /**
   * Accepted payment methods besides online services, if not as set in the console: any of `bank`, `cash`, `cheque`,
   * separated by commas.
   * @example bank,cash
   */
  PAYMENT_METHODS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(manualMethods)))
    .optional(),
  /**
   * Where to pay, shown with a top-up request, if not as set in the console: bank, account name and number.
   * @example Nabil Bank, Example SMS, 0123456789
   */
  PAYMENT_INSTRUCTIONS: z.string().optional(),
  /**
   * Merchant code of eSewa (ePay v2), if not set in the console. Without it eSewa is not offered ([online payments](payments.md#online-payments)).
   * @example EPAYTEST
   */
  ESEWA_PRODUCT_CODE: z.string().trim().min(1).optional(),
  /**
   * Secret of that merchant.
   * @example secret-of-the-merchant
   */
  ESEWA_SECRET: z.string().min(1).optional(),
  /**
   * Address of eSewa's form. Default: eSewa's own, or its test server for `EPAYTEST`.
   * @example https://rc-epay.esewa.com.np/api/epay/main/v2/form
   */
  ESEWA_URL: webAddress.optional(),
  /**
   * Address of eSewa's status check. Default: eSewa's own, or its test server for `EPAYTEST`.
   * @example https://rc.esewa.com.np/api/epay/transaction/status/
   */
  ESEWA_STATUS_URL: webAddress.optional(),
  /**
   * Live secret key of Khalti (KPG-2), if not set in the console. Without it Khalti is not offered.
   * @example live_secret_key_0123456789abcdef
   */
  KHALTI_SECRET: z.string().trim().min(1).optional(),
  /**
   * Base address of Khalti's API. Without it: Khalti's own.
   * @example https://dev.khalti.com/api/v2/
   */
  KHALTI_URL: webAddress.transform((url) => (url.endsWith('/') ? url : `${url}/`)).optional(),
  // Files
  /**
   * Bucket for uploaded files at Amazon S3 or a compatible store. Without it they are in `DATA_DIR`.
   * @example bulk-sms
   */
  S3_BUCKET: z.string().min(1).optional(),
  /** Region of the bucket. */
  S3_REGION: z.string().min(1).default('us-east-1'),
  /**
   * Address of the store, if it is not Amazon's.
   * @example https://s3.example.com
   */
  S3_ENDPOINT: webAddress.optional(),
  /**
   * Access key. Without it: what the AWS SDK finds, such as the machine's role.
   * @example AKIAIOSFODNN7EXAMPLE
   */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  /**
   * Secret of the access key.
   * @example secret-of-the-access-key
   */
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** `true` uses https://host/bucket/key instead of https://bucket.host/key. Most self-hosted stores need it. */
  S3_FORCE_PATH_STYLE: flag,
  // Security
  /**
   * Encrypts webhook secrets, TOTP secrets and operator passwords in the database: 32 bytes in Base64 (`openssl rand
   * -base64 32`); several are separated by spaces, newest first ([rotation](deploy.md#the-key-of-the-secrets)).
   * @example MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
   */
  SECRET_KEY: z
    .string()
    .superRefine((text, context) => {
      const wrong = text.trim() === '' ? null : wrongKeys(text);
      if (wrong) context.addIssue({ code: 'custom', message: wrong });
    })
    .optional(),
  /**
   * clamd that scans each upload, as `tcp://` or `unix:` ([uploads](evidence/security.md#uploads)). Without it uploads are
   * not scanned.
   * @example unix:/run/clamav/clamd.ctl
   */
  CLAMD_URL: z
    .string()
    .min(1)
    .refine((text) => clamdAddress(text) !== null, 'tcp://host:3310 or unix:/run/clamav/clamd.ctl')
    .optional(),
  /** Requests per minute of an API key, over all processes ([API](api.md)). */
  API_KEY_RATE: z.coerce.number().int().min(1).default(600),
  /** `true` allows webhooks to private networks and over plain http. For tests and closed networks only. */
  WEBHOOK_ALLOW_PRIVATE: flag,
  /** `true` allows operators with an HTTP API in private networks ([operators](operators.md#http)), such as over a VPN. */
  OPERATOR_ALLOW_PRIVATE: flag,
  /**
   * Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: `true` means one proxy in front, a number means
   * that many, otherwise addresses and networks separated by commas.
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
   * `script`: the console keeps the session in a cookie that scripts can read, as in the contract. `httponly`: in a cookie
   * that only the server reads ([sessions](evidence/security.md#sessions)).
   */
  SESSION_COOKIE: z.enum(['script', 'httponly']).default('script'),
  /**
   * Minutes without a request after which a session ends, if the provider's settings allow longer or have no limit.
   * @example 30
   */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).optional(),
  // Operations
  /**
   * Token with which Prometheus reads GET /metrics, at least 16 characters ([metrics](metrics.md)). Without it there are no
   * metrics.
   * @example sixteen-characters-or-more
   */
  METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Commit of the build, as shown by GET /healthz; images contain it. Default: taken from git, if available.
   * @example 0123456789abcdef0123456789abcdef01234567
   */
  SOURCE_COMMIT: z
    .string()
    .regex(/^([0-9a-f]{40})?$/, '40 hex digits')
    .optional(),
  /** Minimum level of log lines. `npm start` sets `warn`. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
