import { readFileSync } from 'node:fs';

/** Variables that can be set as `NAME_FILE` instead: the path of a file with the value, as for mounted secrets. */
export const SECRETS = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'READ_DATABASE_URL',
  'SMPP_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'ESEWA_SECRET',
  'KHALTI_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * An environment with the content of its `_FILE` variables, without the trailing newline that editors add. Throws one
 * sentence.
 */
export function withFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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
