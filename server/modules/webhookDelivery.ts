import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { webhookDelivery as entity, type WebhookDelivery, webhook } from '#schema/webhook.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { audit } from '../services/platform/audit.ts';
import { retryNow } from '../services/webhooks/deliveries.ts';

/** Deliveries to webhooks, and sending one again. */
export const webhookDelivery: Module = (app, { db }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'webhook_delivery',
    // While a worker has it, the column holds the end of its lease.
    columns: { next_attempt_at: sql`CASE WHEN NOT t.in_hand THEN t.next_attempt_at END` },
    standby: true,
  });
  app.post(
    `${entity.path}:uuid/retry/`,
    {
      config: { access: webhook.write ?? webhook.read },
      schema: {
        tags: [entity.name, 'ours'],
        params: z.object({ uuid: z.uuid() }),
        response: { 200: one(entity.record) },
      },
    },
    async (request) => {
      const { caller, params } = request;
      await db.transaction().execute(async (trx) => {
        await retryNow(trx, caller.account, params.uuid);
        await audit(trx, caller, { action: 'retry', entity: entity.name, record: params.uuid });
      });
      return { data: (await find(params.uuid, caller)) as WebhookDelivery };
    },
  );
};
