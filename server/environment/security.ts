import { z } from 'zod';
import { clamdAddress } from '../services/files/virusScanner.ts';
import { wrongKeys } from '../services/platform/secretKeys.ts';
import { webAddress } from './webAddress.ts';

const flag = z.stringbool().default(false);
/** `name=value,name=value`, percent-encoded. */
const HEADERS = /^\s*[\w-]+=(?:[^%,]|%[0-9a-f]{2})*(?:,\s*[\w-]+=(?:[^%,]|%[0-9a-f]{2})*)*$/i;
const decoded = (text: string): string => decodeURIComponent(text.trim());

/** Uploads, secrets, limits and observation. */
export const security = {
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
   * -base64 32`); several are separated by spaces, the first encrypts, all decrypt ([rotation](deploy.md#the-key-of-the-secrets)).
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
   * OpenTelemetry collector that takes traces over OTLP/HTTP, without /v1/traces ([traces](metrics.md#traces)). Without it
   * nothing is traced. @example http://127.0.0.1:4318
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  /**
   * Headers for it, as `name=value` with commas between; values percent-encoded.
   * @example authorization=Bearer%20secret
   */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .refine((text) => text === '' || HEADERS.test(text), 'name=value, with commas between')
    .transform((text) =>
      Object.fromEntries(
        text
          .split(',')
          .filter(Boolean)
          .map((pair) => [
            pair.slice(0, pair.indexOf('=')).trim(),
            decoded(pair.slice(pair.indexOf('=') + 1)),
          ]),
      ),
    ),
  /** Name of this service in traces. */
  OTEL_SERVICE_NAME: z.string().min(1).default('bulk-sms-console'),
  /** Share of traces that are recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /**
   * Commit of the build, as shown by GET /healthz; images contain it. Default: read from .git, if available.
   * @example 0123456789abcdef0123456789abcdef01234567
   */
  SOURCE_COMMIT: z
    .string()
    .regex(/^([0-9a-f]{40})?$/, '40 hex digits')
    .optional(),
  /** Minimum level of log lines. `npm start` sets `warn`. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};
