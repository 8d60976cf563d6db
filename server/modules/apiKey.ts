import { sql } from 'kysely';
import { z } from 'zod';
import { type ApiKey, apiKeyInput, apiKey as entity, newApiKey } from '#schema/apiKey.ts';
import { one } from '#schema/entity.ts';
import { selfProof } from '#schema/twoFactor.ts';
import { siteOf } from '../config.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { makeKey, requireChangeableKey, requireCreatableKey, revokeKey } from '../services/access/apiKeys.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { audit } from '../services/platform/audit.ts';
import { userName } from '../services/platform/names.ts';
import { Problem } from '../services/platform/problem.ts';

const write = { access: entity.write ?? entity.read };
const tags = [entity.name, 'ours'];

/** The refusal of a repeated request: the secret was in the first answer, and only its hash is kept. */
const alreadyCreated = (key: ApiKey): Problem =>
  new Problem(
    'already_created',
    `This key was already created: “${key.name}”, which starts with ${key.prefix}. Its secret was shown only then. Revoke it, and create another key.`,
    { data: key },
  );

/** The account's API keys: create (the secret is shown once), restrict to addresses, revoke. */
export const apiKey: Module = (app, { config, db, deliverMail }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'api_key',
    columns: { made_by: userName(sql`t."user"`) },
    own: ['create'],
    async beforeWrite(values, { db: trx, caller, uuid }) {
      if (uuid) await requireChangeableKey(trx, caller, uuid);
      return values;
    },
  });

  app.post(
    entity.path,
    {
      config: { ...write, idempotent: 'create', secrets: Object.keys(selfProof) },
      schema: { tags, body: apiKeyInput, response: { 201: one(newApiKey) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      let secret = '';
      const { uuid } = await runOnce(
        db,
        request,
        () => requireCreatableKey(db, caller, body, siteOf(config)),
        async (trx) => {
          const made = await makeKey(trx, caller, body);
          secret = made.secret;
          return { uuid: made.uuid };
        },
      );
      const record = (await find(uuid, caller)) as ApiKey;
      if (!secret) throw alreadyCreated(record);
      void mailSoon(deliverMail, request.log);
      return reply.status(201).send({ data: { ...record, secret } });
    },
  );

  app.post(
    `${entity.path}:uuid/revoke/`,
    {
      config: write,
      schema: { tags, params: z.object({ uuid: z.uuid() }), response: { 200: one(entity.record) } },
    },
    async (request) => {
      const { caller, params } = request;
      await db.transaction().execute(async (trx) => {
        const title = await revokeKey(trx, caller, params.uuid);
        await audit(trx, caller, { action: 'revoke', entity: entity.name, record: params.uuid, title });
      });
      return { data: (await find(params.uuid, caller)) as ApiKey };
    },
  );
};
