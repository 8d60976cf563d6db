import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { campaign } from '#schema/campaign.ts';
import { one } from '#schema/entity.ts';
import { refusalInput } from '#schema/oversight.ts';
import { managesTeamPair } from '#schema/permissions.ts';
import { colleague } from '#schema/team.ts';
import { colleagueDecision, teamApproval as schema, teamApprovalPath } from '#schema/teamApproval.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { readTeamApproval, setTeamApproval } from '../services/people/teamApproval.ts';
import { approveAsColleague, rejectAsColleague } from '../services/sending/colleagueApproval.ts';

const tags = [colleague.name, 'ours'];
const params = z.object({ uuid: z.uuid() });
const nothing = z.strictObject({}).nullish();

/** From how many recipients on a colleague must approve campaigns, and the decisions of colleagues. */
export const teamApproval: Module = (app, { db, deliverMail }) => {
  app.get(
    teamApprovalPath,
    { config: { access: colleague.read }, schema: { tags, response: { 200: one(schema) } } },
    async ({ caller }) => ({ data: await readTeamApproval(db, caller) }),
  );

  app.put(
    teamApprovalPath,
    {
      config: { access: managesTeamPair },
      schema: { tags, body: schema, response: { 200: one(schema) } },
    },
    async ({ caller, body }) => {
      await db.transaction().execute((trx) => setTeamApproval(trx, caller, body));
      return { data: body };
    },
  );

  const config = { access: managesTeamPair, idempotent: true as const };
  const response = { 200: one(colleagueDecision) };
  /** Decides once per Idempotency-Key; the mails are sent after the commit. */
  const decide = async (
    request: FastifyRequest,
    act: (trx: Db) => Promise<z.infer<typeof colleagueDecision>>,
  ) => {
    const data = await runOnce(db, request, noPreparation, act);
    void mailSoon(deliverMail, request.log);
    return { data };
  };

  app.post(
    `${campaign.path}:uuid/approve/`,
    { config, schema: { tags: [campaign.name, 'ours'], params, body: nothing, response } },
    (request) => decide(request, (trx) => approveAsColleague(trx, request.caller, request.params.uuid)),
  );

  app.post(
    `${campaign.path}:uuid/reject/`,
    { config, schema: { tags: [campaign.name, 'ours'], params, body: refusalInput, response } },
    (request) =>
      decide(request, (trx) =>
        rejectAsColleague(trx, request.caller, request.params.uuid, request.body.reason),
      ),
  );
};
