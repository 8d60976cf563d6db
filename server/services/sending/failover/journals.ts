import type { Kysely } from 'kysely';
import type { FoundJournal, Journals } from '../journal/journals.ts';
import type { Entry } from '../journal/records.ts';
import { compareMemory, type Move } from './compare.ts';
import { isSameCluster, markOf, withoutMark } from './identity.ts';
import type { RememberedClaim } from './memory.ts';
import { noteProcess } from './processes.ts';

/**
 * Compares the journals that ended processes left on this host with the database that replaced theirs. If theirs has only gone
 * back, it gives the same numbers to workers again, so those journals are removed.
 */
export async function compareJournals(db: Kysely<unknown>, move: Move, journals: Journals): Promise<void> {
  const left = (await journals.left()).filter(
    ({ isGone, header }) => isGone && isSameCluster(header.identity, withoutMark(move.from)),
  );
  for (const [process, group] of Map.groupBy(left, ({ header }) => header.process)) {
    const { host, pid } = (group[0] as FoundJournal).header;
    // The database may have lost it.
    await noteProcess(db, { uuid: process, role: 'worker', host, pid });
    const handed = group.flatMap(handedOf).toSorted((one, other) => one.at - other.at);
    const hasForgotten = group.some(({ isFromStart }) => !isFromStart);
    await compareMemory(db, process, move, { handed, hasForgotten, receipts: [], campaigns: [] });
    if (markOf(move.from) !== undefined) for (const journal of group) journal.remove();
  }
}

/** What an operator has, or may have, of a journal's messages. */
function handedOf({ entries, isWhole }: FoundJournal): RememberedClaim[] {
  const mayBeThere = ({ isBegun, answer }: Entry): boolean =>
    answer ? answer.kind === 'submitted' || answer.kind === 'unknown' : isBegun || !isWhole;
  return [
    ...Map.groupBy(entries.filter(mayBeThere), ({ hand, campaign }) => `${campaign} ${hand}`).values(),
  ].map((group) => {
    const { campaign, link, at } = group[0] as Entry;
    return { campaign, link, at, phones: Float64Array.from(group, ({ phone }) => Number(phone.slice(1))) };
  });
}
