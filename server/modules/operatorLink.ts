import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { httpNames } from '#schema/httpLink.ts';
import { LINK_COSTS, linkCost, linkCostInput } from '#schema/linkCost.ts';
import { operatorLink as entity, linkTest, linkTestInput, type OperatorLink } from '#schema/operatorLink.ts';
import { operatorRoute, ROUTE, ROUTES, routeAnswer, routeQuery } from '#schema/routing.ts';
import { crud } from '../crud/crud.ts';
import { changesOf } from '../crud/writeOnce.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import type { Caller } from '../services/platform/caller.ts';
import { callbackOf } from '../services/sending/callbacks.ts';
import { linkCosts, removeLinkCost, setLinkCost } from '../services/sending/linkCosts.ts';
import { testLink } from '../services/sending/linkTest.ts';
import { addLink, changeLink, removeLink, setActive } from '../services/sending/operatorLinks.ts';
import { routeFor, routesOf } from '../services/sending/routes.ts';
import { liveWorkers } from '../services/sending/workers.ts';

const tags = [entity.name, 'ours'];
const write = { access: entity.write ?? entity.read };
const params = z.object({ uuid: z.uuid() });
const response = { 200: one(entity.record) };

/** Fields that workers report about a link, by their column of `operator_link_now`. */
const reportedFields = [
  'state',
  'since',
  'reason',
  'in_flight',
  'per_minute',
  'workers',
  'last_error',
  'last_error_at',
];

/** The operator links: their settings, and what the workers report. */
export const operatorLink: Module = (app, { db, config }) => {
  const { OPERATOR_ALLOW_PRIVATE } = config;
  const { find, requireUnchanged } = crud(app, { db }, entity, {
    table: 'operator_link',
    own: ['create', 'update'],
    columns: {
      ...Object.fromEntries(
        reportedFields.map((name) => [
          name,
          sql`(SELECT n.${sql.ref(name)} FROM operator_link_now n WHERE n.link = t.uuid)`,
        ]),
      ),
      ...Object.fromEntries(httpNames.map((name) => [name, sql`t.http->${name}`])),
      shares: sql`(
        SELECT coalesce(jsonb_agg(jsonb_build_object('worker', s.worker, 'window', s.window_share,
          'rate', s.rate_share) ORDER BY s.worker), '[]')
        FROM operator_link_state s WHERE s.link = t.uuid AND s.worker IN (${liveWorkers}))`,
    },
  });
  const show = async (caller: Caller, uuid: string) => ({ data: (await find(uuid, caller)) as OperatorLink });

  app.post(
    entity.path,
    {
      config: { ...write, idempotent: 'create', secrets: ['password'] },
      schema: { tags, body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const { uuid } = await runOnce(db, request, noPreparation, async (trx) => ({
        uuid: await addLink(trx, caller, body),
      }));
      return reply.status(201).send(await show(caller, uuid));
    },
  );

  app.put(
    `${entity.path}:uuid/`,
    { config: { ...write, precondition: true }, schema: { tags, params, body: entity.put, response } },
    async (request) => {
      const { caller, body } = request;
      const { uuid } = request.params;
      const changes = changesOf(entity, body, await find(uuid, caller));
      await changeLink(db, caller, uuid, changes, (trx) => requireUnchanged(trx, request));
      return show(caller, uuid);
    },
  );

  app.post(
    `${entity.path}test/`,
    {
      config: { ...write, rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: { tags, body: linkTestInput, response: { 200: one(linkTest) } },
    },
    async ({ body }) => ({ data: await testLink(db, body, OPERATOR_ALLOW_PRIVATE) }),
  );

  app.get(
    ROUTES,
    { config: { access: entity.read }, schema: { tags, response: { 200: one(z.array(operatorRoute)) } } },
    async () => ({ data: await routesOf(db) }),
  );

  app.get(
    ROUTE,
    {
      config: { access: entity.read },
      schema: { tags, querystring: routeQuery, response: { 200: one(routeAnswer) } },
    },
    async ({ query }) => ({ data: await routeFor(db, query) }),
  );

  app.get(
    `${entity.path}:uuid/callback/`,
    { config: write, schema: { tags, params, response: { 200: one(z.object({ url: z.string() })) } } },
    async ({ params: { uuid } }) => ({ data: { url: `${app.linkBase}${await callbackOf(db, uuid)}` } }),
  );

  const costs = { 200: one(z.array(linkCost)) };
  app.get(
    LINK_COSTS,
    { config: { access: entity.read }, schema: { tags, params, response: costs } },
    async ({ params: { uuid } }) => ({ data: await linkCosts(db, uuid) }),
  );

  app.post(
    LINK_COSTS,
    { config: write, schema: { tags, params, body: linkCostInput, response: costs } },
    async ({ caller, body, params: { uuid } }) => {
      await setLinkCost(db, caller, uuid, body);
      return { data: await linkCosts(db, uuid) };
    },
  );

  app.delete(
    `${LINK_COSTS}:cost/`,
    { config: write, schema: { tags, params: params.extend({ cost: z.uuid() }), response: costs } },
    async ({ caller, params: { uuid, cost } }) => {
      await removeLinkCost(db, caller, uuid, cost);
      return { data: await linkCosts(db, uuid) };
    },
  );

  for (const [action, active] of [
    ['pause', false],
    ['resume', true],
  ] as const) {
    app.post(
      `${entity.path}:uuid/${action}/`,
      { config: write, schema: { tags, params, response } },
      async (request) => {
        await setActive(db, request.caller, request.params.uuid, active);
        return show(request.caller, request.params.uuid);
      },
    );
  }

  app.delete(
    `${entity.path}:uuid/`,
    { config: write, schema: { tags, params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeLink(db, request.caller, request.params.uuid);
      return reply.status(204).send(null);
    },
  );
};
