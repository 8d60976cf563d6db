import { type Kysely, sql } from 'kysely';

/**
 * Gives an account a package that it has bought for cash, with all of its parts left. `ends` is an interval from now, such as
 * `9 days`; `-1 day` has ended. Returns its uuid.
 */
export async function buyPackage(
  db: Kysely<unknown>,
  account: string,
  { name = 'Small', parts, ends = '1 day' }: { name?: string; parts: number; ends?: string },
): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    WITH sale AS (
      INSERT INTO sms_package (name, parts, price, validity_days, is_active)
      VALUES (gen_random_uuid(), ${parts}, 1000, 30, false) RETURNING uuid
    ), paid AS (
      INSERT INTO payment_reference (account, "user", kind, amount, method, package, package_name, package_parts,
        package_days, status, decided_at)
      SELECT u.account, u.uuid, 'package', 1000, 'cash', sale.uuid, ${name}, ${parts}, 30, 'confirmed', now()
      FROM sale, users u WHERE u.account = ${account} ORDER BY u.uuid LIMIT 1 RETURNING *
    )
    INSERT INTO account_package (account, name, parts, remaining, expires_at, package, payment)
    SELECT account, package_name, package_parts, package_parts, now() + ${ends}::interval, package, uuid
    FROM paid RETURNING uuid`.execute(db);
  return rows[0]?.uuid as string;
}
