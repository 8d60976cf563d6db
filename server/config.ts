import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { environment } from './environment.ts';
import { withFiles } from './secretFiles.ts';
import type { Bucket } from './services/files/filesS3.ts';

export type Config = Omit<z.infer<typeof environment>, 'HOST'> & { HOST: string };

/** Validates the environment. Throws one sentence that names each invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = environment.safeParse(withFiles(env));
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${wrong.join('. ')}`);
  }
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = result.data;
  // If links used a request's Host header, they could be made to lead to an attacker's site.
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
  if (result.data.READ_DATABASE_URL && !DATABASE_URL) {
    throw new Error(
      'The environment is not usable. READ_DATABASE_URL needs DATABASE_URL: the standbys are copies of it.',
    );
  }
  const HOST = result.data.HOST || (DATABASE_URL ? '0.0.0.0' : '127.0.0.1');
  return { ...result.data, HOST, DATA_DIR: resolve(DATA_DIR) };
}

/**
 * Whether to start the operator simulator. The demonstration does so when it has no operator; a server with its own
 * database only when configured.
 */
export const simulates = ({ SIMULATOR, SMPP_URL, DATABASE_URL }: Config): boolean =>
  !SMPP_URL && (SIMULATOR ?? (DATABASE_URL ? 'off' : 'on')) === 'on';

/** What a process does: answer HTTP, run jobs and sending, or both. */
const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

/** The role in a process's arguments: `--role api`; both by default. Throws one sentence for others. */
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

/** The bucket for uploaded files; null when they are in a folder. */
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

/** Where people open the console; passkeys are bound to it. */
export const siteOf = ({ PUBLIC_URL, PORT }: Config): { origin: string } => ({
  origin: new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).origin,
});

/** Whether /dev/outbox shows the mail: only in the demonstration, and only when mail is not sent. */
export const showsOutbox = (config: Config): boolean => !config.SMTP_URL && !config.DATABASE_URL;
