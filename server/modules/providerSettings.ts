import { one } from '#schema/entity.ts';
import { providerSettings as record, settings } from '#schema/providerSettings.ts';
import type { Module } from '../deps.ts';
import { changeSettings, readSettings } from '../services/platform/providerSettings.ts';

const config = { access: settings.read };
const tags = ['settings', 'ours'];

/** Settings of the whole server, for administrators. */
export const providerSettings: Module = (app, { db }) => {
  app.get(settings.path, { config, schema: { tags, response: { 200: one(record) } } }, async () => ({
    data: await readSettings(db),
  }));

  app.put(
    settings.path,
    { config, schema: { tags, body: record, response: { 200: one(record) } } },
    async ({ caller, body }) => {
      await db.transaction().execute((trx) => changeSettings(trx, caller, body));
      return { data: await readSettings(db) };
    },
  );
};
