import { resolve } from 'node:path';
import { z } from 'zod';
import type { Invoice } from '#schema/invoice.ts';
import { manualMethods } from '#schema/paymentReference.ts';

const flag = z.stringbool().default(false);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  /** Any PostgreSQL 15 or newer; without it the server starts its own in DATA_DIR. */
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).default(20),
  DATA_DIR: z.string().default('.data'),
  /** smpp://user:password@host:port?window=100&rate=0, or smpps://; several with spaces between. */
  SMPP_URL: z.string().min(1).optional(),
  /** Where the operator simulator listens when SMPP_URL is absent. 0 picks a port. */
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The first administrator of an empty database of yours (DATABASE_URL). */
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(12).optional(),
  /** Messages that a worker may have in hand, and so the most that a kill leaves unknown. */
  DISPATCH_BATCH: z.coerce.number().int().min(1).max(5000).default(500),
  /** Hours that an operator keeps trying to deliver a message. */
  VALIDITY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
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
  /** Set when a proxy in front sets X-Forwarded-For and -Proto. */
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = Omit<z.infer<typeof environment>, 'DATA_DIR'> & { DATA_DIR: string };

/** The environment, checked once. Throws one sentence that names each variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = environment.safeParse(env);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${wrong.join('. ')}`);
  }
  return { ...result.data, DATA_DIR: resolve(result.data.DATA_DIR) };
}

/** Who issues tax invoices; null where the provider has not said so. The demonstration has a seller of its own. */
export function sellerOf(config: Config): Invoice['seller'] | null {
  const { SELLER_NAME: name, SELLER_PAN: pan, SELLER_ADDRESS: address } = config;
  if (name && pan) return { name, pan, address };
  return config.DATABASE_URL ? null : { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' };
}
