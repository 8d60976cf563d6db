import { one } from '#schema/entity.ts';
import { type Erasure, erasure as entity } from '#schema/erasure.ts';
import { readPhone } from '#schema/phone.ts';
import { crud } from '../crud/crud.ts';
import { startLongJob } from '../crud/longJobRoute.ts';
import type { Module } from '../deps.ts';
import { noPreparation } from '../plugins/idempotency.ts';
import { addErasure } from '../services/people/erasure.ts';
import { audit } from '../services/platform/audit.ts';
import { problemSentence } from '../services/platform/numbers.ts';

const { phone } = entity.create.shape;
/** The number is checked together with the other fields, so that one answer names all that are wrong. */
const body = entity.create.extend({
  phone: phone.superRefine((raw, context) => {
    const { problem } = readPhone(raw);
    if (problem && problem !== 'empty')
      context.addIssue({ code: 'custom', message: problemSentence(problem) });
  }),
});

/** Erasing a phone number from everything that the caller's account, or as staff every account, has. */
export const erasure: Module = (app, deps) => {
  const { find } = crud(app, deps, entity, { table: 'erasure', ours: true, own: ['create'] });

  app.post(
    entity.path,
    {
      config: { access: entity.write ?? entity.read, idempotent: 'create' },
      schema: { tags: [entity.name, 'ours'], body, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller, body: asked } = request;
      const data = await startLongJob(deps, request, 'erasure', noPreparation, async (trx) => {
        const { uuid, again } = await addErasure(trx, caller.account, asked);
        const made = (await find(uuid, caller, trx)) as Erasure;
        if (!again)
          await audit(trx, caller, {
            ...{ action: 'create', entity: entity.name, record: uuid, title: made.reference },
            after: { everywhere: made.everywhere },
          });
        return made;
      });
      return reply.status(201).send({ data });
    },
  );
};
