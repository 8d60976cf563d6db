import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  addedPasskey,
  newPasskey,
  PASSKEYS,
  PROVE_OPTIONS,
  passkeyOptions,
  passkeyProof,
  passkey as record,
} from '#schema/passkey.ts';
import { siteOf } from '../config.ts';
import type { Module } from '../deps.ts';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  proofOptions,
  removePasskey,
  requirePasskey,
} from '../services/access/passkeys.ts';
import { proveSelf } from '../services/access/twoFactor.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import type { Caller } from '../services/platform/caller.ts';
import { Problem } from '../services/platform/problem.ts';

const tags = ['account', 'ours'];
/** Staff who must have a second factor may set up a passkey instead. */
const read = { access: 'signed-in', beforeSecondFactor: true } as const;
const write = { ...read, rateLimit: { max: 60, timeWindow: '1 minute' } } as const;
const list = one(z.array(record));
const options = one(passkeyOptions);

/** The caller's passkeys, and the challenge with which one of them confirms the caller. */
export const passkey: Module = (app, { config, db, deliverMail }) => {
  const site = siteOf(config);
  const mail = (request: FastifyRequest) => void mailSoon(deliverMail, request.log);
  /** Staff who are signed in as a customer see none: a user's devices are private. */
  const listOf = async ({ user, actor }: Caller) => ({ data: actor ? [] : await listPasskeys(db, user) });

  app.get(PASSKEYS, { config: read, schema: { tags, response: { 200: list } } }, ({ caller }) =>
    listOf(caller),
  );

  app.post(
    `${PASSKEYS}options/`,
    { config: write, schema: { tags, body: passkeyProof, response: { 200: options } } },
    async ({ caller, body }) => {
      await proveSelf(db, caller, body, site);
      return { data: await newPasskeyOptions(db, caller, site) };
    },
  );

  app.post(
    PASSKEYS,
    { config: write, schema: { tags, body: newPasskey, response: { 200: addedPasskey } } },
    async (request) => {
      const { caller, body } = request;
      const recovery_codes = await addPasskey(db, caller, body, site);
      mail(request);
      return { ...(await listOf(caller)), recovery_codes };
    },
  );

  app.post(
    `${PASSKEYS}:uuid/remove/`,
    {
      config: write,
      schema: { tags, params: z.object({ uuid: z.uuid() }), body: passkeyProof, response: { 200: list } },
    },
    async (request) => {
      const { caller, body, params } = request;
      // Before a code is used up on somebody else's passkey.
      await requirePasskey(db, caller, params.uuid);
      await proveSelf(db, caller, body, site);
      await removePasskey(db, caller, params.uuid);
      mail(request);
      return listOf(caller);
    },
  );

  app.post(
    PROVE_OPTIONS,
    { config: write, schema: { tags, response: { 200: options } } },
    async ({ caller }) => {
      const data = await proofOptions(db, caller.user, site);
      if (!data) throw new Problem('conflict', 'You have no passkey. Use a code instead.');
      return { data };
    },
  );
};
