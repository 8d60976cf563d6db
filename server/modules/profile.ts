import { z } from 'zod';
import { type OwnAccount, ownAccount } from '#schema/account.ts';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import { ownUser, profile as record } from '#schema/user.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { profileOf, updateAccount, updateProfile } from '../services/people/profile.ts';
import { notFound } from '../services/platform/problem.ts';
import { monthsOf } from '../services/sending/retention.ts';

const tags = ['account'];

/** The caller's own data and account. */
export const profile: Module = (app, { db }) => {
  app.get(
    ownUser.path,
    {
      config: { access: 'signed-in', keys: ownUser.read as Pair, beforeSecondFactor: true },
      schema: { tags, response: { 200: one(record) } },
    },
    async (request) => ({ data: await profileOf(db, request.caller, app.offers) }),
  );

  app.put(
    ownUser.path,
    {
      config: { access: ownUser.write ?? ownUser.read },
      schema: { tags: [...tags, 'ours'], body: ownUser.update, response: { 200: one(record) } },
    },
    async (request) => {
      await updateProfile(db, request.caller, request.body);
      return { data: await profileOf(db, request.caller, app.offers) };
    },
  );

  const { find, requireUnchanged } = crud(app, { db }, ownAccount, {
    ...{ table: 'account', owner: 'uuid', own: ['update'] },
    columns: { message_months: monthsOf('t') },
  });

  app.put(
    `${ownAccount.path}:uuid/`,
    {
      config: { access: ownAccount.write ?? ownAccount.read, precondition: true },
      schema: {
        tags,
        params: z.object({ uuid: z.uuid() }),
        body: ownAccount.update,
        response: { 200: one(ownAccount.record) },
      },
    },
    async (request) => {
      const { caller, params, body } = request;
      if (params.uuid !== caller.account) throw notFound();
      await updateAccount(db, caller, body, (trx) => requireUnchanged(trx, request));
      return { data: (await find(params.uuid, caller)) as OwnAccount };
    },
  );
};
