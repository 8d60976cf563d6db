import { createHttpLink } from '../services/sending/http/link.ts';
import { createDownLink } from '../services/sending/link/downLink.ts';
import type { Link, LinkEvents } from '../services/sending/link/link.ts';
import type { Peer } from '../services/sending/linkStates.ts';
import { createLink } from '../services/sending/smpp/link.ts';

/** What HTTP links need to know of this server. */
export interface HttpPlace {
  /** The base of the addresses at which operators report results, without a trailing slash. */
  callbackBase: string;
  /** Whether operators in private networks may be called. */
  allowPrivate: boolean;
}

/** Opens a link by its protocol. Throws TypeError for an SMPP address that cannot be read. */
export function openLink(peer: Peer, place: HttpPlace, events: LinkEvents & { name: string }): Link {
  if (peer.kind === 'unreadable') return createDownLink(events, peer.reason);
  if (peer.kind === 'smpp') return createLink({ ...events, url: peer.url });
  const { channel, settings, secret, callbackPath } = peer;
  const { allowPrivate, callbackBase } = place;
  const callback = callbackBase + callbackPath;
  return createHttpLink({ ...events, channel, settings, secret, allowPrivate, callback });
}
