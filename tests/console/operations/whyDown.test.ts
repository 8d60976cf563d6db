import { expect, test } from 'vitest';
import type { RouteLink } from '#schema/routing.ts';
import { whyDown } from '../../../src/resources/operations/operatorLinks/whyDown.ts';
import { whyRoute } from '../../../src/resources/operations/operatorLinks/whyRoute.ts';

const said = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key);

test.each([
  ['connect ECONNREFUSED 127.0.0.1:2775', 'refused_connection'],
  ['getaddrinfo ENOTFOUND api.example', 'not_found'],
  ['bind refused: ESME_RINVPASWD', 'refused_login'],
  ['self-signed CERT', 'certificate'],
  ['operator_link.password of 1 cannot be decrypted: no key with the id 2 is set.', 'locked'],
])('%s is said in words, and as the server says it', (reason, fault) => {
  const words = `linkForms.tested.${fault}`;
  const expected = JSON.stringify({ reason, words });
  expect(whyDown(said, 'links.down_note', reason)).toBe(`links.down_note_known ${expected}`);
  const link = { route: 'down', state: 'down', reason, percent: null } as RouteLink;
  expect(whyRoute(said, link, 'NTC', false)).toBe(`routing.route.down_known ${expected}`);
});

test.each(['no bind within 5000 ms', 'the operator unbound'])('%s is said as it is', (reason) => {
  expect(whyDown(said, 'routing.route.down', reason)).toBe(`routing.route.down {"reason":"${reason}"}`);
});
