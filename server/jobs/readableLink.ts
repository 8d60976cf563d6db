import type { Logger } from 'pino';
import type { LinkRow, Peer } from '../services/sending/linkStates.ts';

/**
 * Links as they are run: one whose secret cannot be decrypted any more, as while the key is changed, goes on with its
 * `former` settings. Each such link is logged once.
 */
export function createReadableLinks(log: Pick<Logger, 'error'>) {
  const unreadable = new Set<string>();
  return (row: LinkRow, former: Peer | undefined): LinkRow => {
    const { uuid, name: link, peer } = row;
    if (peer.kind !== 'unreadable') {
      unreadable.delete(uuid);
      return row;
    }
    const { reason } = peer;
    if (!unreadable.has(uuid)) log.error({ link, reason }, 'the secret of an operator link cannot be read');
    unreadable.add(uuid);
    return { ...row, peer: former ?? peer };
  };
}
