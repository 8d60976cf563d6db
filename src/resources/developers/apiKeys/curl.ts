import { allows } from '#schema/permissions.ts';
import { apiUrl } from '../../../core/config.ts';
import { entities } from '../../../core/entities.ts';

type Pairs = Parameters<typeof allows>[0];

/** A list that a key with these pairs can read, otherwise the API description. */
function listFor(pairs: Pairs): string {
  const readable = entities.find(({ read }) => read !== true && allows(pairs, read));
  return readable?.path ?? '/v1/openapi.json';
}

/**
 * A ready-made command: the price of a message from this sender; without one, the list of senders; for a key that may not
 * send, a list that it may read. None of them sends or costs anything.
 */
export function curlOf(secret: string, pairs: Pairs, sender: string | undefined): string {
  const base = apiUrl() || window.location.origin;
  const header = `-H 'Authorization: Token ${secret}'`;
  if (!allows(pairs, ['bulk-sms', 'post'])) return `curl '${base}${listFor(pairs)}' \\\n  ${header}`;
  if (!sender) return `curl '${base}/v1/sms/identities/' \\\n  ${header}`;
  const body = { sender, body: 'Namaste!', recipients: { numbers: ['9841000001'] } };
  return [
    `curl '${base}/v1/sms/compose/plan/' \\`,
    `  ${header} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
