/** The ways of receiving results (schema/httpLink.ts) in which a field counts. */
const waysOf: Readonly<Record<string, readonly string[]>> = {
  http_poll_url: ['poll'],
  http_poll_seconds: ['poll'],
  http_receipt_id: ['callback'],
  http_receipt_status: ['callback', 'poll'],
  http_receipt_error: ['callback', 'poll'],
  http_receipt_phone: ['callback'],
  http_receipt_words: ['callback', 'poll'],
};
const knownWays = ['none', 'callback', 'poll'];

/** Whether a setting of a link over HTTP counts with its other settings; of those that we do not know, all do. */
export function applies(name: string, link: Readonly<Record<string, unknown>>): boolean {
  if (name === 'http_body' || name === 'http_body_type') return link.http_method !== 'GET';
  if (name === 'http_accepted_value') return Boolean(link.http_accepted_path);
  const way = String(link.http_receipts);
  return !knownWays.includes(way) || (waysOf[name]?.includes(way) ?? true);
}
