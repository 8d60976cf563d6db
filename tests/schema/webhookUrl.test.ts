import { expect, test } from 'vitest';
import { webhookUrl } from '#schema/webhookUrl.ts';

const messageOf = (text: string) => webhookUrl.safeParse(text).error?.issues.map(({ message }) => message);

test.each([
  ['https://Example.COM', 'https://example.com/'],
  ['HTTPS://example.com:443/Hook', 'https://example.com/Hook'],
  ['  https://example.com/hook  ', 'https://example.com/hook'],
  ['https://example.com/a/../b?x=1 2', 'https://example.com/b?x=1%202'],
  ['https://नेपाल.com/hook', 'https://xn--l2bey1c2b.com/hook'],
  ['https://ｅｘａｍｐｌｅ.com/', 'https://example.com/'],
  ['https://example.com:8443/', 'https://example.com:8443/'],
  ['https://example.com:1024/', 'https://example.com:1024/'],
  ['https://93.184.215.14/', 'https://93.184.215.14/'],
  // The forms of an address in which one number hides: the check for private networks sees what is connected to.
  ['https://0x7f.1/', 'https://127.0.0.1/'],
  ['https://2130706433/', 'https://127.0.0.1/'],
  ['https://example.com\\hook', 'https://example.com/hook'],
  ['http://example.com:80/', 'http://example.com/'],
])('%s is kept as %s', (text, kept) => {
  expect(webhookUrl.parse(text)).toBe(kept);
  expect(webhookUrl.parse(kept)).toBe(kept);
});

const UNSEEN = ['The address contains a line break or another invisible character. Type it again.'];
test.each([...['\n', '\r', '\t', '\0', '\u0085', '\u007f', '\u200b', '\u202e', '\u2028', '\ufeff']])(
  '%j is refused wherever it is, not taken out',
  (character) => {
    for (const text of [
      `https://example.com/${character}`,
      `${character}https://example.com/`,
      `https://exam${character}ple.com/`,
      `https://example.com/a${character}b`,
      `ht${character}tps://example.com/`,
    ]) {
      expect(messageOf(text), JSON.stringify(text)).toEqual(UNSEEN);
    }
  },
);

const PORT = ['Choose port 443, or 1024 or higher.'];
const FORM = ['Enter an address such as https://example.com/webhook.'];
test.each([
  ['https://example.com:22/', PORT],
  ['https://example.com:80/', PORT],
  ['http://example.com:443/', PORT],
  ['https://example.com:1023/', PORT],
  ['https://example.com:0/', PORT],
  ['https://example.com:00025/', PORT],
  ['https://name:password@example.com/', FORM],
  ['https://name@example.com/', FORM],
  ['https://example.com/#part', FORM],
  ['https://example.com/#', FORM],
  ['https:example.com', FORM],
  ['https:///example.com', FORM],
  ['https:\\\\example.com', FORM],
  ['ftp://example.com/', FORM],
  ['javascript:alert(1)', FORM],
  ['example.com', FORM],
  ['https://example.com:65536/', FORM],
  ['https://exa mple.com/', FORM],
  ['', ['Required']],
  ['   ', ['Required']],
  [`https://example.com/${'न'.repeat(100)}`, ['The address is longer than 500 characters.']],
])('%s is refused', (text, messages) => {
  expect(messageOf(text)?.slice(0, 1)).toEqual(messages);
});
