import { sql } from 'kysely';
import { z } from 'zod';
import { type Account, accountOverview, deactivated, account as entity } from '#schema/account.ts';
import { one } from '#schema/entity.ts';
import { allows } from '#schema/permissions.ts';
import { accountPackage } from '#schema/smsPackage.ts';
import { user } from '#schema/users.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { checkCredit } from '../services/money/credit.ts';
import { withSecondPerson } from '../services/money/creditLimits.ts';
import { accountsLike, activate, deactivate, overviewOf } from '../services/people/accounts.ts';
import { accountName } from '../services/platform/names.ts';

const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });
const read = { access: entity.read };
const write = { access: entity.write ?? entity.read };

/** All customers' accounts, for the provider's staff, and their purchases. */
export const account: Module = (app, { db }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'account',
    owner: 'uuid',
    columns: {
      users: sql`(SELECT count(*) FROM users u WHERE u.account = t.uuid)`,
      owner_email: sql`(SELECT u.email FROM users u WHERE u.account = t.uuid ORDER BY u.ui_permissions IS NOT NULL, u.uuid LIMIT 1)`,
      credit_limit_waits: sql`(SELECT c.credit_limit FROM credit_limit_change c
        WHERE c.account = t.uuid AND c.status = 'pending')`,
    },
    standby: true,
    reduced: { without: user.read, to: entity.record.omit({ owner_email: true }), searchable: true },
    search: ({ pairs }) => {
      const byUsers = allows(pairs, user.read);
      return (text) => sql`t.uuid IN (${accountsLike(text, byUsers)})`;
    },
    async beforeWrite({ tags, billing, credit_limit, ...values }, { db, caller, uuid }) {
      const credit = { billing: billing as Account['billing'], credit_limit: credit_limit as number };
      return {
        // A cleared input is null or only spaces.
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]),
        ),
        ...(tags != null && { tags }),
        ...(await withSecondPerson(db, caller, uuid, await checkCredit(db, uuid, credit))),
      };
    },
  });

  crud(app, { db }, accountPackage, {
    table: 'account_package',
    columns: { account_name: accountName },
  });

  app.get(
    `${entity.path}:uuid/overview/`,
    { config: read, schema: { tags, params, response: { 200: one(accountOverview) } } },
    async ({ caller, params: { uuid } }) => {
      await find(uuid, caller);
      return { data: await overviewOf(db, uuid) };
    },
  );

  app.post(
    `${entity.path}:uuid/deactivate/`,
    { config: write, schema: { tags, params, response: { 200: one(deactivated) } } },
    async ({ caller, params: { uuid } }) => {
      await find(uuid, caller);
      return { data: await db.transaction().execute((trx) => deactivate(trx, caller, uuid)) };
    },
  );

  app.post(
    `${entity.path}:uuid/activate/`,
    { config: write, schema: { tags, params, response: { 200: one(entity.record) } } },
    async ({ caller, params: { uuid } }) => {
      await find(uuid, caller);
      await db.transaction().execute((trx) => activate(trx, caller, uuid));
      return { data: (await find(uuid, caller)) as z.infer<typeof entity.record> };
    },
  );
};
