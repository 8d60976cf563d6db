import { z } from 'zod';
import {
  ADDRESS_LINK,
  addressChangeInput,
  addressLinkChecked,
  addressLink as body,
  OWN_ADDRESS,
} from '#schema/addressChange.ts';
import { one } from '#schema/entity.ts';
import { ownUser, profile } from '#schema/user.ts';
import { user } from '#schema/users.ts';
import { siteOf } from '../config.ts';
import type { Module } from '../deps.ts';
import { originOf } from '../plugins/auth.ts';
import { actOnUser, userState } from '../services/access/actOnUser.ts';
import {
  cancelAddress,
  checkAddressLink,
  confirmAddress,
  requestAddressChange,
  requireAddressMail,
  resendAddress,
} from '../services/access/addressChange.ts';
import { requireSession } from '../services/access/requireSession.ts';
import { proveSelf } from '../services/access/twoFactor.ts';
import { sendsMail } from '../services/mail/mailServer.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { profileOf } from '../services/people/profile.ts';

const tags = ['account', 'ours'];
const own = {
  access: ownUser.write ?? ownUser.read,
  rateLimit: { max: 60, timeWindow: '1 minute' },
} as const;
const ofUser = { access: user.write ?? user.read };
const limited = (max: number) => ({
  access: 'public' as const,
  rateLimit: { max, timeWindow: '10 minutes' },
});
const done = { 200: z.object({ detail: z.string() }) };
const params = z.object({ uuid: z.uuid() });

/** Changing an e-mail address: by its user, by staff, and the mailed link that confirms it. */
export const addressChange: Module = (app, { config, db, deliverMail }) => {
  app.post(
    OWN_ADDRESS,
    { config: own, schema: { tags, body: addressChangeInput, response: { 200: one(profile) } } },
    async (request) => {
      const { caller } = request;
      const { email, ...proof } = request.body;
      requireAddressMail(await sendsMail(db, config));
      await proveSelf(db, caller, proof, siteOf(config));
      await db.transaction().execute(async (trx) => {
        await requireSession(trx, caller);
        const { email: former, ...state } = await userState(trx, caller.user);
        await requestAddressChange(
          trx,
          caller,
          { uuid: caller.user, ...state },
          { email, former, byOwner: true },
        );
      });
      void mailSoon(deliverMail, request.log);
      return { data: await profileOf(db, caller, app.offers) };
    },
  );

  const acts = { resend: resendAddress, cancel: cancelAddress } as const;
  for (const [name, act] of Object.entries(acts)) {
    app.post(
      `${OWN_ADDRESS}${name}/`,
      { config: own, schema: { tags, response: { 200: one(profile) } } },
      async (request) => {
        const { caller } = request;
        await db.transaction().execute(async (trx) => {
          await act(trx, caller, { uuid: caller.user, ...(await userState(trx, caller.user)) });
        });
        void mailSoon(deliverMail, request.log);
        return { data: await profileOf(db, caller, app.offers) };
      },
    );

    app.post(
      `${user.path}:uuid/${name}-address/`,
      { config: ofUser, schema: { tags: [user.name, 'ours'], params, response: done } },
      async (request) => {
        const { caller } = request;
        const { uuid } = request.params;
        await db.transaction().execute(async (trx) => {
          await act(trx, caller, { uuid, ...(await actOnUser(trx, caller, uuid)) });
        });
        void mailSoon(deliverMail, request.log);
        return {
          detail:
            name === 'resend' ? 'We have sent a link to the new address.' : 'The address was not changed.',
        };
      },
    );
  }

  app.post(
    `${ADDRESS_LINK}check/`,
    { config: limited(60), schema: { tags, body, response: { 200: one(addressLinkChecked) } } },
    async (request) => ({ data: { email: await checkAddressLink(db, request.body.link) } }),
  );

  app.post(ADDRESS_LINK, { config: limited(30), schema: { tags, body, response: done } }, async (request) => {
    await confirmAddress(db, request.body.link, originOf(request));
    void mailSoon(deliverMail, request.log);
    return { detail: 'The e-mail address was changed. Sign in with it.' };
  });
};
