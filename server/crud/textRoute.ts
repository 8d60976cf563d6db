import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Entity, one } from '#schema/entity.ts';
import { MESSAGE_TEXT } from '#schema/messageTexts.ts';
import type { App } from '../deps.ts';
import { noteRead } from '../services/access/readTrail.ts';
import { requirePair } from '../services/access/sessions.ts';
import type { Caller } from '../services/platform/caller.ts';
import { answerNoted } from './readNotes.ts';

/**
 * GET …{uuid}/text/ below each path of an entity: the text of one record, for staff, from whom the record itself hides it.
 * Recorded before it is answered. `find` returns the record with its text.
 */
export function textRoute(
  app: App,
  db: Kysely<unknown>,
  entity: Entity,
  field: string,
  find: (uuid: string, caller: Caller) => Promise<Record<string, unknown>>,
): void {
  for (const path of [entity.path, ...entity.aliases]) {
    app.get(
      `${path}:uuid/text/`,
      {
        config: { access: MESSAGE_TEXT },
        schema: {
          tags: [entity.name, 'ours'],
          params: z.object({ uuid: z.uuid() }),
          response: { 200: one(z.object({ text: z.string() })) },
        },
      },
      async ({ params, caller }, reply) => {
        requirePair(caller, entity.read, ...entity.alsoRead);
        const row = await find(params.uuid, caller);
        const note = () =>
          noteRead(db, caller, {
            ...{ action: 'open-text', entity: entity.name, record: params.uuid, rows: 1 },
            account: String(row.account ?? caller.account),
            title: String(row[entity.title]),
          });
        return answerNoted(reply, note, { data: { text: String(row[field]) } });
      },
    );
  }
}
