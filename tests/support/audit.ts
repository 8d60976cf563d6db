import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { checkLedger } from '../../server/services/reports/ledgerCheck.ts';

/** The books of the whole database must agree with each other at any moment. */
export async function audit(db: Kysely<unknown>): Promise<void> {
  expect(await checkLedger(db)).toEqual([]);
}
