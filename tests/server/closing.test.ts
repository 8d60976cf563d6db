import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';

test('a server that is to end does not wait for who has asked nothing yet', async () => {
  const world = await createTestApp();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as { port: number };
  const open = async (said: string) => {
    const socket = connect(port, '127.0.0.1');
    const arrived = once(world.app.server, 'connection');
    const gone = new Promise((done) => socket.once('close', done));
    socket.on('error', () => {});
    await arrived;
    socket.write(said);
    return { gone };
  };
  // A browser's connection in advance, and half of a question.
  const ahead = await open('');
  const half = await open('GET / HTTP/1.1\r\nHost: a\r\n');
  await world.close();
  await Promise.all([ahead.gone, half.gone]);
  expect(world.app.server.listening).toBe(false);
}, 20_000);
