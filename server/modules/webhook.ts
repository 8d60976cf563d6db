import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  webhook as entity,
  type NewWebhook,
  newWebhook,
  type Webhook,
  webhookAnswer,
} from '#schema/webhook.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { audit } from '../services/platform/audit.ts';
import type { Caller } from '../services/platform/caller.ts';
import { createPoster } from '../services/webhooks/post.ts';
import {
  makeWebhook,
  requireUrl,
  rotateSecret,
  secretOf,
  testWebhook,
} from '../services/webhooks/webhooks.ts';

const write = { access: entity.write ?? entity.read };
const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });

/** Where the account receives the results of its messages and campaigns. */
export const webhook: Module = (app, { db, config }) => {
  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE;
  const poster = createPoster({ allowPrivate });
  app.addHook('onClose', async () => poster.close());

  const { find } = crud(app, { db }, entity, {
    table: 'webhook',
    own: ['create'],
    beforeWrite(values) {
      requireUrl(values.url as string, allowPrivate);
      const events = [...new Set(values.events as string[])];
      // A person has reviewed it, so earlier failures no longer count.
      const anew = values.is_active ? { failing_since: null, switched_off_at: null } : {};
      return { ...values, events, ...anew };
    },
  });
  const withSecret = async (caller: Caller, uuid: string): Promise<NewWebhook> => ({
    ...((await find(uuid, caller)) as Webhook),
    secret: await secretOf(db, uuid),
  });

  app.post(
    entity.path,
    {
      config: { ...write, idempotent: 'create' },
      schema: { tags, body: entity.create, response: { 201: one(newWebhook) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      requireUrl(body.url, allowPrivate);
      // The secret is read again for a repeated request: it must not be among the answers that are kept for one.
      const { uuid } = await runOnce(db, request, noPreparation, async (trx) => {
        const uuid = await makeWebhook(trx, caller, body);
        const record = { record: uuid, title: body.url, after: body };
        await audit(trx, caller, { action: 'create', entity: entity.name, ...record });
        return { uuid };
      });
      return reply.status(201).send({ data: await withSecret(caller, uuid) });
    },
  );

  app.post(
    `${entity.path}:uuid/rotate-secret/`,
    {
      config: { ...write, idempotent: 'create' },
      schema: { tags, params, response: { 200: one(newWebhook) } },
    },
    async (request) => {
      const { caller } = request;
      const { uuid } = request.params;
      // Repeated, it must not replace the secret again: the one that the receiver has would sign no more.
      await runOnce(db, request, noPreparation, async (trx) => {
        const title = await rotateSecret(trx, caller, uuid);
        await audit(trx, caller, { action: 'rotate-secret', entity: entity.name, record: uuid, title });
        return { uuid };
      });
      return { data: await withSecret(caller, uuid) };
    },
  );

  app.post(
    `${entity.path}:uuid/test/`,
    {
      config: { ...write, rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: { tags, params, response: { 200: one(webhookAnswer) } },
    },
    async (request) => ({ data: await testWebhook(db, poster, request.caller, request.params.uuid) }),
  );
};
