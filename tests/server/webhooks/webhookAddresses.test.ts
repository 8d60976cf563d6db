import { describe, expect, test } from 'vitest';
import { isPublic } from '../../../server/services/webhooks/addresses.ts';
import { createPoster, newSecret } from '../../../server/services/webhooks/post.ts';
import { startReceiver } from '../../support/receiver.ts';

describe('addresses that are called', () => {
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1%eth0', 'fc00::1', 'ff02::1', '::ffff:8.8.8.8'],
    ...['64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', '2001::1', 'localhost', ''],
  ])('%s is not public', (address) => expect(isPublic(address)).toBe(false));

  test.each(['8.8.8.8', '172.32.0.1', '2400:1a00::1', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  test('a name that leads to a private address is refused where the connection is made', async () => {
    const poster = createPoster({ allowPrivate: false });
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const asked = { id: 'a', at: new Date(), body: '{}', secrets: [newSecret(Buffer.alloc(32))] };
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
      expect(await poster.post({ ...asked, url: `http://${host}:${port}/` })).toMatchObject({
        ...{ ok: false, http_status: null },
        error: 'The address is in a private network. Use a public address.',
      });
    }
    expect(receiver.received).toHaveLength(0);
    poster.close();
    await receiver.close();
  });
});
