import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { message as entity, messageMoves } from '#schema/message.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';
import { once } from '../plugins/idempotency.ts';
import { toldStatus } from '../services/hands.ts';
import { notFound } from '../services/problem.ts';
import { settleMessage } from '../services/receipts.ts';

const settlement = z.strictObject({ status: z.enum(messageMoves.unknown) });

/** The messages of campaigns; a person may settle one whose fate no receipt told. */
export const message: Module = (app, { db }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'message',
    columns: {
      status: toldStatus('t'),
      text: sql`coalesce(t.text, (SELECT body FROM campaign c WHERE c.uuid = t.campaign))`,
    },
  });

  app.post(
    `${entity.path}:uuid/settle/`,
    {
      config: { access: ['sms-dispatch', 'post'] as const },
      schema: {
        tags: [entity.name, 'ours'],
        params: z.object({ uuid: z.uuid() }),
        body: settlement,
        response: { 200: one(z.object({ moved: z.int() })) },
      },
    },
    async (request) => {
      const { uuid } = request.params;
      const { status } = request.body;
      // What expired or was refused never arrived: it is given back. The rest is charged.
      const move = { uuid, status, error: null, release: status === 'expired' };
      const data = await once(
        db,
        request,
        () => find(uuid, request.caller),
        async (trx) => {
          if (!(await settleMessage(trx, move, request.caller))) throw notFound();
          return { moved: 1 };
        },
      );
      return { data };
    },
  );
};
