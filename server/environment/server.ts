import { z } from 'zod';

/** Whether a text is an origin as browsers send it: no path, no wildcard, no default port. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** How a process serves the console and the API, its database, and who signs in first. */
export const server = {
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
  /**
   * Streaming standbys of it, of which lists, searches, reports and exports are read; several hosts with commas between
   * ([reading from a standby](high-availability.md#reading-from-a-standby)). Name each standby, not a balancer in front.
   * @example postgresql://console:password@db2.example.com,db3.example.com/console
   */
  READ_DATABASE_URL: z.string().min(1).optional(),
  /** Seconds that a standby may be behind. Nothing is read from one that is further behind. */
  READ_DATABASE_LAG_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
  /** Connections that a process opens to PostgreSQL, and to each standby of `READ_DATABASE_URL`. */
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
};
