import { type Entity, one } from '#schema/entity.ts';
import {
  calendarSettings,
  providerSettings as record,
  securitySettings,
  sendingSettings,
  settings,
} from '#schema/providerSettings.ts';
import { type PartStore, settingsRoutes } from '../crud/settingsRoutes.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import type { Caller } from '../services/platform/caller.ts';
import { changeSettings, readSettings } from '../services/platform/providerSettings.ts';
import { changePart, readPart, type SettingsPart } from '../services/platform/settingsPart.ts';
import { deliveryPart } from '../services/sending/deliverySettings.ts';
import { retentionPart } from '../services/sending/retention.ts';
import { trialPart } from '../services/sending/trialSettings.ts';

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

  settingsRoutes(
    app,
    { db },
    sendingSettings as never,
    together(sendingSettings, [deliveryPart, trialPart, retentionPart]),
  );
  settingsRoutes(app, { db }, securitySettings as never, together(securitySettings));
  settingsRoutes(app, { db }, calendarSettings as never, together(calendarSettings));
};

type Values = Record<string, unknown>;

/** Where the fields of a tab are kept: those of `kept` in these parts, and the rest in the settings of the whole server. */
function together(
  { fields }: Pick<Entity, 'fields'>,
  kept: readonly SettingsPart<object>[] = [],
): PartStore<Values> {
  const ofParts = new Set(kept.flatMap(({ first }) => Object.keys(first)));
  const own = Object.keys(fields).filter((name) => !ofParts.has(name));
  const pick = (values: object, names: readonly string[]): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return {
    async read(trx: Db) {
      const parts: (Values & { fixed: string[] })[] = [];
      for (const part of kept) parts.push(await readPart(trx, part));
      const values = Object.assign(pick(await readSettings(trx), own), ...parts);
      return { ...values, fixed: parts.flatMap(({ fixed }) => fixed) };
    },
    async change(trx: Db, caller: Caller, values: Values) {
      // Locked first, so that two people who save different parts lose nothing of each other.
      const before = await readSettings(trx, true);
      await changeSettings(trx, caller, { ...before, ...pick(values, own) });
      for (const part of kept) await changePart(trx, caller, part, pick(values, Object.keys(part.first)));
    },
  };
}
