import type { Client } from './client.ts';
import type { Notes } from './findings.ts';

/** Request headers that the console sends beyond those that CORS always allows. */
const SENT = ['authorization', 'content-type', 'idempotency-key'];
/** Response headers that the console reads. */
const READ = ['content-disposition', 'retry-after'];

const words = (header: string | null): string[] =>
  (header ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/**
 * Checks whether a console at another origin may call the API, with the preflight that a browser would send.
 */
export async function checkOrigin(client: Client, notes: Notes, origin: string): Promise<void> {
  const path = '/v1/core/contacts/';
  const { headers } = await client.ask('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': SENT.join(', '),
    },
  });
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== origin && allowed !== '*')
    return notes.add(
      'origin',
      'break',
      `A browser lets no console of ${origin} call it: Access-Control-Allow-Origin is ${allowed ?? 'missing'}.`,
    );
  notes.add('origin', 'ok');
  const takes = words(headers.get('access-control-allow-headers'));
  const missing = SENT.filter((name) => !takes.includes(name));
  if (missing.length > 0)
    notes.add('origin', 'break', `Access-Control-Allow-Headers lacks ${missing.join(', ')}.`);
  const methods = words(headers.get('access-control-allow-methods'));
  const refused = ['put', 'delete'].filter((name) => !methods.includes(name));
  if (refused.length > 0)
    notes.add('origin', 'break', `Access-Control-Allow-Methods lacks ${refused.join(', ').toUpperCase()}.`);
  const answer = await client.ask('GET', path, { headers: { origin } });
  const exposed = words(answer.headers.get('access-control-expose-headers'));
  const hidden = READ.filter((name) => !exposed.includes(name));
  if (hidden.length > 0)
    notes.add('origin', 'note', `Access-Control-Expose-Headers lacks ${hidden.join(', ')}.`);
}
