import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { MAIL_TEST, mailServer, mailTest, mailSettings as schema } from '#schema/mailSettings.ts';
import { MAIL_TEXTS, mailLanguages, mailTextInput, mailTextKinds, mailTextList } from '#schema/mailTexts.ts';
import { requireUnchanged } from '../crud/precondition.ts';
import type { Module } from '../deps.ts';
import {
  mailServerNow,
  mailStateNow,
  readMailSettings,
  removeMailServer,
  setMailServer,
} from '../services/mail/mailServer.ts';
import { readMailTexts, resetMailText, setMailText } from '../services/mail/mailTextStore.ts';
import { sendTestMail } from '../services/mail/testMail.ts';
import { readBrand } from '../services/platform/brand.ts';
import { CANNOT_READ } from '../services/platform/keyring.ts';
import { Problem } from '../services/platform/problem.ts';

const config = { access: mailServer.read };
const tags = ['settings', 'ours'];
const ofText = z.object({ kind: z.enum(mailTextKinds), language: z.enum(mailLanguages) });

/** The mail server, the sender and the texts of mails, for administrators. */
export const mailSettings: Module = (app, { config: env, db }) => {
  const response = { 200: one(schema) };
  const read = async () => ({ data: await readMailSettings(db, env) });

  app.get(mailServer.path, { config, schema: { tags, response } }, read);

  app.put(
    mailServer.path,
    { config, schema: { tags, body: mailServer.update, response } },
    async ({ caller, body }) => {
      await db.transaction().execute((trx) => setMailServer(trx, caller, body, env));
      app.mails.forget();
      return read();
    },
  );

  app.delete(mailServer.path, { config, schema: { tags, response } }, async ({ caller }) => {
    await db.transaction().execute((trx) => removeMailServer(trx, caller, env));
    app.mails.forget();
    return read();
  });

  app.post(
    MAIL_TEST,
    {
      config: { ...config, rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: { tags, response: { 200: one(mailTest) } },
    },
    async ({ caller }) => {
      if ((await mailStateNow(db, env)).isUnreadable) throw new Problem('conflict', CANNOT_READ);
      const server = await mailServerNow(db, env);
      if (!server)
        throw new Problem('conflict', 'No mail server is set yet. Save one, then send a test e-mail.');
      const { rows } = await sql<{ email: string; language: 'en' | 'ne' | null }>`
        SELECT email, language FROM users WHERE uuid = ${caller.user}`.execute(db);
      const { email, language } = rows[0] as NonNullable<(typeof rows)[0]>;
      return { data: await sendTestMail(server, email, language ?? 'en', await readBrand(db)) };
    },
  );

  const texts = { tags, response: { 200: one(mailTextList) } };
  const readTexts = async () => ({ data: await readMailTexts(db) });
  const textPath = `${MAIL_TEXTS}:kind/:language/`;

  app.get(MAIL_TEXTS, { config, schema: texts }, readTexts);

  const changes = { ...config, precondition: true as const };

  app.put(
    textPath,
    { config: changes, schema: { ...texts, params: ofText, body: mailTextInput } },
    async (request) => {
      const { caller, body } = request;
      const { kind, language } = request.params;
      await db
        .transaction()
        .execute((trx) =>
          setMailText(trx, caller, kind, language, body, (now) => requireUnchanged(request, now)),
        );
      return readTexts();
    },
  );

  app.delete(textPath, { config: changes, schema: { ...texts, params: ofText } }, async (request) => {
    const { caller } = request;
    const { kind, language } = request.params;
    await db
      .transaction()
      .execute((trx) => resetMailText(trx, caller, kind, language, (now) => requireUnchanged(request, now)));
    return readTexts();
  });
};
