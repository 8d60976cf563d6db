import { sql } from 'kysely';
import { z } from 'zod';
import { VIBER_SENDING, viberSending } from '#schema/channel.ts';
import { one } from '#schema/entity.ts';
import {
  viberIdentity as entity,
  ownViberIdentity,
  type ViberIdentity,
  viberDecision,
} from '#schema/viberIdentity.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { viberPrices } from '../services/money/viberPricing.ts';
import { requireAccount } from '../services/people/accounts.ts';
import { audit } from '../services/platform/audit.ts';
import { accountName } from '../services/platform/names.ts';
import { destinationOf } from '../services/sending/destination.ts';
import { decideViber, deleteViber } from '../services/sending/viberIdentities.ts';

const table = 'viber_identity';
const params = z.object({ uuid: z.uuid() });

/** Names registered with Viber by hand: an account's own, and their management by staff. */
export const viberIdentity: Module = (app, { db }) => {
  crud(app, { db }, ownViberIdentity, { table });

  app.get(
    VIBER_SENDING,
    {
      config: { access: ['bulk-sms', 'post'] as const },
      schema: { tags: [ownViberIdentity.name, 'ours'], response: { 200: one(viberSending) } },
    },
    async ({ caller: { account } }) => {
      const { rows } = await sql<{ uuid: string; name: string }>`
        SELECT uuid, name FROM viber_identity WHERE account = ${account} AND status = 'approved' ORDER BY name`.execute(
        db,
      );
      const { kind } = await destinationOf(db, 'viber');
      return { data: { identities: rows, prices: await viberPrices(db, account), destination: kind } };
    },
  );

  const { find } = crud(app, { db }, entity, {
    table,
    ours: true,
    columns: { account_name: accountName },
    unique: { field: 'name', message: 'The account already has this Viber identity, or has requested it.' },
    async beforeWrite(values, { db: trx }) {
      await requireAccount(trx, values.account);
      return values;
    },
    remove: deleteViber,
  });

  app.post(
    `${entity.path}:uuid/decide/`,
    {
      config: { access: entity.write ?? entity.read },
      schema: {
        tags: [entity.name, 'ours'],
        params,
        body: viberDecision,
        response: { 200: one(entity.record) },
      },
    },
    async ({ caller, body, params: { uuid } }) => {
      const before = (await find(uuid, caller)) as ViberIdentity;
      await db.transaction().execute(async (trx) => {
        await decideViber(trx, caller, uuid, body);
        await audit(trx, caller, {
          action: body.status === 'approved' ? 'approve' : 'reject',
          entity: entity.name,
          record: uuid,
          account: before.account,
          title: before.name,
          before: { status: before.status, reason: before.reason },
          after: { status: body.status, reason: body.status === 'rejected' ? body.reason : null },
        });
      });
      return { data: (await find(uuid, caller)) as ViberIdentity };
    },
  );
};
