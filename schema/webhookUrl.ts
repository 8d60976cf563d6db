import { z } from 'zod';
import { parsedUrl } from './parsedUrl.ts';

const URL_MAX = 500;
/**
 * Control characters, line breaks and invisible characters (zero-width, direction marks): URL parsers drop some of them
 * silently.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Ports below this belong to mail, databases and other services. Webhooks may use only the two web ports among them. */
const FIRST_OPEN_PORT = 1024;

const sentences = {
  unseen: 'The address contains a line break or another invisible character. Type it again.',
  form: 'Enter an address such as https://example.com/webhook.',
  port: 'Choose port 443, or 1024 or higher.',
  long: `The address is longer than ${URL_MAX} characters.`,
};

/** What is wrong with an address; null if nothing is. */
function problemOf(text: string): string | null {
  if (UNSEEN.test(text)) return sentences.unseen;
  // The parser would also accept `https:example.com` and `https:///example.com`.
  const url = /^https?:\/\/[^/\\]/i.test(text) && parsedUrl(text);
  if (!url) return sentences.form;
  const { username, password, href, port } = url;
  // A name and password would be visible to everybody who sees the address; a fragment is never sent.
  if (username !== '' || password !== '' || /[#]/.test(href)) return sentences.form;
  // A parsed address has no port when it is the scheme's default.
  if (port !== '' && Number(port) < FIRST_OPEN_PORT) return sentences.port;
  return href.length > URL_MAX ? sentences.long : null;
}

/**
 * The canonical form of a webhook's address, as by the WHATWG URL standard: host in lower case and punycode, no default
 * port, reserved characters escaped.
 */
export const webhookUrl = z
  .string()
  .min(1, 'Required')
  .max(URL_MAX, { abort: true })
  .overwrite((text) => text.replace(/^ +| +$/g, ''))
  .superRefine((text, context) => {
    const message = text === '' ? 'Required' : problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .overwrite((text) => parsedUrl(text)?.href ?? text);
