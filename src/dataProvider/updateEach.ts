import type { Identifier, RaRecord } from 'ra-core';
import { type Outline, sentNames, writeOnceNames } from '#schema/outline.ts';
import { putBody } from '../core/putBody.ts';

interface Update {
  entity: Outline;
  ids: readonly Identifier[];
  data: Readonly<Record<string, unknown>>;
  read(ids: readonly Identifier[]): Promise<RaRecord[]>;
  write(record: RaRecord, sent: Record<string, unknown>): Promise<{ sent: object; made: unknown }>;
  onWritten: ((entity: Outline, sent: object, answer: unknown) => void) | undefined;
}

/** Sends the same changes to many records, one PUT each. Records are read first if a PUT needs more than the changes. */
export async function updateEach({
  entity,
  ids,
  data,
  read,
  write,
  onWritten,
}: Update): Promise<Identifier[]> {
  const names = [...writeOnceNames(entity), ...sentNames(entity, 'update')];
  const isWhole = names.every((name) => data[name] !== undefined);
  const records = isWhole ? ids.map((id) => ({ id })) : await read(ids);
  const answers = await Promise.all(
    records.map(async (record) => {
      const sent = putBody(entity, { ...record, ...data }, record);
      return write(record, sent);
    }),
  );
  // A field that the server lacks is lost of all records alike, and is worth one message.
  const [first] = answers;
  if (first) onWritten?.(entity, first.sent, first.made);
  return records.map(({ id }) => id);
}
