import { sql } from 'kysely';
import type { ProviderSettings } from '#schema/providerSettings.ts';
import type { Db } from '../db/database.ts';
import { audit } from './audit.ts';
import type { Caller } from './sessions.ts';

/** The provider's settings as they are now; `lock` keeps them so until the transaction ends. */
export async function readSettings(db: Db, lock = false): Promise<ProviderSettings> {
  const { rows } = await sql<ProviderSettings>`
    SELECT approval_above, consecutive_numbers, staff_two_factor
    FROM provider_setting ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0] as ProviderSettings;
}

/** Changes the provider's settings, in the caller's transaction. */
export async function changeSettings(trx: Db, caller: Caller, settings: ProviderSettings): Promise<void> {
  const before = await readSettings(trx, true);
  const { approval_above = null, consecutive_numbers = null, staff_two_factor } = settings;
  await sql`
    UPDATE provider_setting SET approval_above = ${approval_above},
      consecutive_numbers = ${consecutive_numbers}, staff_two_factor = ${staff_two_factor}`.execute(trx);
  const after = await readSettings(trx);
  await audit(trx, caller, { action: 'update', entity: 'admin/settings', before, after });
}
