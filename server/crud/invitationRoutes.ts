import { z } from 'zod';
import { type Entity, one } from '#schema/entity.ts';
import { invitationLink as linkSchema, sentLink } from '#schema/users.ts';
import type { Db } from '../db/database.ts';
import type { App, Deps } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { requireMail, sendsMail } from '../services/mail/mailServer.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { invitationLink } from '../services/people/invitationLink.ts';
import { type Rules, sendLink } from '../services/people/users.ts';
import type { Caller } from '../services/platform/caller.ts';
import type { Crud } from './crud.ts';

export interface InvitationRoutes<Sent> {
  find: Crud['find'];
  /** Counts or checks an invitation before its transaction begins; throws if it is not to be tried. */
  before?(db: Db, caller: Caller): Promise<void>;
  /** Invites somebody, in a transaction, and returns their uuid. `mails`: whether the server sends any. */
  invite(trx: Db, caller: Caller, sent: Sent, mails: boolean): Promise<string>;
  /** Whom the caller may send a link to. */
  rules: Pick<Rules, 'act'>;
  /** The mail that invites them. */
  kind: 'invitation' | 'team-invitation';
  /** OpenAPI tags of the creation, which the contract may have, and of the routes that only this server has. */
  tags: { create: string[]; ours: string[] };
}

const params = z.object({ uuid: z.uuid() });

/** The routes of an entity whose records are invited people: inviting, sending the link again, and copying it. */
export function invitationRoutes<Sent>(
  app: App,
  { db, config, deliverMail }: Pick<Deps, 'db' | 'config' | 'deliverMail'>,
  entity: Entity,
  { find, before, invite, rules, kind: invitation, tags }: InvitationRoutes<Sent>,
): void {
  const { path } = entity;
  const write = { access: entity.write ?? entity.read };

  app.post(
    path,
    {
      config: { ...write, idempotent: 'create' },
      schema: { tags: tags.create, body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const mails = await sendsMail(db, config);
      const data = await runOnce(
        db,
        request,
        async () => before?.(db, caller),
        async (trx) => find(await invite(trx, caller, body as Sent, mails), caller, trx),
      );
      await mailSoon(deliverMail, request.log);
      return reply.status(201).send({ data });
    },
  );

  app.post(
    `${path}:uuid/send-link/`,
    { config: write, schema: { tags: tags.ours, params, response: { 200: one(sentLink) } } },
    async (request) => {
      await requireMail(db, config);
      const { caller, params } = request;
      const kind = await db
        .transaction()
        .execute((trx) => sendLink(trx, caller, params.uuid, rules, invitation));
      await mailSoon(deliverMail, request.log);
      return { data: { kind } };
    },
  );

  app.post(
    `${path}:uuid/invitation-link/`,
    { config: write, schema: { tags: tags.ours, params, response: { 200: one(linkSchema) } } },
    async ({ caller, params }, reply) => {
      // Customers invite whom they like: only the mail proves that the address is that person's.
      const isOnlyMailed = invitation === 'team-invitation' && (await sendsMail(db, config));
      const data = await db
        .transaction()
        .execute((trx) => invitationLink(trx, caller, params.uuid, rules, isOnlyMailed));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}
