import { z } from 'zod';

const URL_MAX = 500;
/** Controls, line breaks and what is not seen (zero-width, direction marks): URL parsers drop some of them in silence. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Below it are the ports of mail, databases' and other services: no webhook listens there, other than the two of the web. */
const FIRST_OPEN_PORT = 1024;

const sentences = {
  unseen: 'The address contains a line break or another invisible character. Type it again.',
  form: 'Enter an address such as https://example.com/webhook.',
  port: 'Choose port 443, or 1024 or higher.',
  long: `The address is longer than ${URL_MAX} characters.`,
};

/** What is wrong with an address; null where nothing is. */
function problemOf(text: string): string | null {
  if (UNSEEN.test(text)) return sentences.unseen;
  // The parser would read `https:example.com` and `https:///example.com`, too.
  if (!/^https?:\/\/[^/\\]/i.test(text) || !URL.canParse(text)) return sentences.form;
  const { username, password, href, port } = new URL(text);
  // A name and password would be shown to whoever reads the address; a fragment is never sent, an empty one neither.
  if (username !== '' || password !== '' || /[#]/.test(href)) return sentences.form;
  // The scheme's own port is none in a parsed address.
  if (port !== '' && Number(port) < FIRST_OPEN_PORT) return sentences.port;
  return href.length > URL_MAX ? sentences.long : null;
}

/**
 * The address of a webhook, in the one form in which it is kept: that of the WHATWG's URL, with the host in lower case
 * and punycode, without the scheme's own port, and with what must be escaped escaped.
 */
export const webhookUrl = z
  .string()
  .min(1, 'Required')
  .max(URL_MAX)
  .overwrite((text) => text.replace(/^ +| +$/g, ''))
  .superRefine((text, context) => {
    const message = text === '' ? 'Required' : problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .overwrite((text) => (URL.canParse(text) ? new URL(text).href : text));
