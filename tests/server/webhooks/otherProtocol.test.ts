import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPoster, newSecret } from '../../../server/services/webhooks/post.ts';
import { startScriptedHttp, UPGRADE } from '../../support/scriptedHttp.ts';

let receiver: Awaited<ReturnType<typeof startScriptedHttp>>;
beforeAll(async () => {
  receiver = await startScriptedHttp();
  receiver.answerWith((socket) => socket.write(UPGRADE));
});
afterAll(() => receiver?.close());

test('a receiver that changes to another protocol has not taken the events, and holds nobody up', async () => {
  const poster = createPoster({ allowPrivate: true });
  const secrets = [newSecret(Buffer.alloc(24, 1))];
  const answer = await poster.post({ url: receiver.url, id: 'one', at: new Date(), body: '{}', secrets });
  expect(answer).toMatchObject({
    ...{ ok: false, http_status: 101 },
    error: 'The server responded with 101. Only 200 to 299 counts as delivered.',
  });
  poster.close();
});
