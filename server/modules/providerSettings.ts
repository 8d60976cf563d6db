import type { Entity } from '#schema/entity.ts';
import { one } from '#schema/entity.ts';
import {
  calendarSettings,
  type ProviderSettings,
  providerSettings as record,
  securitySettings,
  sendingSettings,
  settings,
} from '#schema/providerSettings.ts';
import { settingsRoutes } from '../crud/settingsRoutes.ts';
import type { Module } from '../deps.ts';
import { changeSettings, readSettings } from '../services/platform/providerSettings.ts';

const config = { access: settings.read };
const tags = ['settings', 'ours'];

/** Settings of the whole server, for administrators: all together, and in the parts that the console's tabs show. */
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

  const parts: readonly Entity[] = [sendingSettings, securitySettings, calendarSettings] as never;
  for (const part of parts)
    settingsRoutes<Partial<ProviderSettings>>(app, { db }, part, {
      async read(trx) {
        const all = await readSettings(trx);
        return Object.fromEntries(
          Object.keys(part.fields).map((name) => [name, all[name as keyof ProviderSettings]]),
        );
      },
      async change(trx, caller, values) {
        // Locked first, so that two people who save different parts lose nothing of each other.
        const before = await readSettings(trx, true);
        await changeSettings(trx, caller, { ...before, ...values });
      },
    });
};
