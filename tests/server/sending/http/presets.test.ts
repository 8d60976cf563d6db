import { expect, test } from 'vitest';
import { httpPresets } from '#schema/httpPresets.ts';
import { readAnswer } from '../../../../server/services/sending/http/answers.ts';
import { submitRequest } from '../../../../server/services/sending/http/requests.ts';

/** Answers of the form that schema/httpPresets.ts has from the services' documentation; their words are examples. */
const settingsOf = (name: string) => {
  const found = httpPresets.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found.settings;
};
const read = (name: string, status: number, body: object) =>
  readAnswer(
    { settings: settingsOf(name), channel: 'sms' },
    { status, charset: 'utf-8', body: Buffer.from(JSON.stringify(body)) },
  );
const message = { from: 'DEMO', to: '+9779841300500', text: 'नमस्ते & more', id: 'our-id' };
const refused = (error: string, isTemporary: boolean) => ({
  kind: 'refused',
  refusal: { error, temporary: isTemporary, throttled: isTemporary },
});

test('Sparrow SMS: the request, what it accepts, and whose fault a refusal is', () => {
  const { method, url, body, headers } = submitRequest(
    settingsOf('Sparrow SMS'),
    { secret: 's&t', callback: '' },
    message,
  );
  // A provider sends under its own name.
  expect(headers['user-agent']).toMatch(/^(?!.*console)[\w-]+\/[\d.]+$/i);
  expect([method, url]).toEqual(['POST', 'https://api.sparrowsms.com/v2/sms/']);
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    ...{ token: 's&t', from: 'DEMO', to: '9841300500', text: 'नमस्ते & more' },
  });
  const accepted = { count: 1, response_code: 200, response: '1 mesages has been queued for delivery' };
  expect(read('Sparrow SMS', 200, { ...accepted, message_id: 17_000_001 })).toEqual({
    ...{ kind: 'accepted', id: '17000001' },
  });
  // Without an id, as in the documentation, the message keeps ours.
  expect(read('Sparrow SMS', 200, accepted)).toEqual({ kind: 'accepted', id: '' });
  for (const [code, text, isTemporary] of [
    [1002, 'Invalid Token', true],
    [1007, 'Invalid Receiver', false],
    [1008, 'Invalid Sender', false],
    [1010, 'Text cannot be empty', false],
    [1013, 'Insufficient Credits', true],
  ] as const)
    expect(read('Sparrow SMS', 403, { response_code: code, response: text })).toEqual(
      refused(text, isTemporary),
    );
});

test('Aakash SMS: the request, what it accepts, and a number that it does not', () => {
  const { url, body } = submitRequest(settingsOf('Aakash SMS'), { secret: 'token', callback: '' }, message);
  expect(url).toBe('https://sms.aakashsms.com/sms/v3/send');
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    ...{ auth_token: 'token', to: '9841300500', text: 'नमस्ते & more' },
  });
  const valid = [
    { id: 7_654_321, mobile: '9841300500', text: 'x', credit: 1, network: 'ntc', status: 'queued' },
  ];
  const answer = { error: false, message: '1 messages has been queued', data: { valid, invalid: [] } };
  expect(read('Aakash SMS', 200, answer)).toEqual({ kind: 'accepted', id: '7654321' });
  const invalid = [{ mobile: '98413', status: 'invalid' }];
  const none = { ...answer, message: 'Invalid number', data: { valid: [], invalid } };
  expect(read('Aakash SMS', 200, none)).toEqual(refused('Invalid number', false));
  const wrong = { error: true, message: 'The provided Auth Token is not valid.' };
  for (const status of [200, 401])
    expect(read('Aakash SMS', status, wrong)).toEqual(refused(wrong.message, true));
});
