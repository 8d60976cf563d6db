/**
 * `node server/db/migrateNow.ts`: migrates the database at MIGRATION_DATABASE_URL and exits; used by deploy/compose.yaml.
 */
import { withFiles } from '../secretFiles.ts';
import { errorText } from './errorText.ts';
import { MIGRATION_WAITS, migrate } from './migrate.ts';

try {
  const { MIGRATION_DATABASE_URL: url } = withFiles(process.env);
  if (!url) throw new Error('MIGRATION_DATABASE_URL says which database, as the role that owns its tables.');
  await migrate(url, undefined, () => console.error(MIGRATION_WAITS));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
