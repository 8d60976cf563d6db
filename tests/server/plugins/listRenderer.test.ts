import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RenderJob } from '#schema/rendering.ts';
import { listRenderer } from '../../../server/plugins/listRenderer.ts';
import { makeDist } from '../../support/pages.ts';
import { soon } from '../../support/soon.ts';

const job: RenderJob = {
  url: 'http://console.test/contact',
  user: 'u1',
  written: { config: '{}', user: '{}', list: '{}' },
  path: '/v1/core/contacts/',
  look: { preferences: '{}', media: [], isMac: false, height: 800, store: {} },
};

/** A renderer whose build has this body of `renderList(job)`. */
async function rendererOf(body: string) {
  const program = `import { appendFileSync } from 'node:fs'; appendFileSync(new URL('../../started', import.meta.url), '1'); let drawn = 0; export const renderList = async (job) => { ${body} };`;
  const dist = await makeDist({ '.vite/render/index.mjs': program });
  const note = join(dist, 'started');
  const warn = vi.fn();
  const renderer = listRenderer(dist, { warn } as unknown as FastifyBaseLogger);
  if (!renderer) throw new Error('this build has a renderer');
  onTestFinished(async () => {
    await renderer.close();
    await rm(dist, { recursive: true });
  });
  return {
    render: (more: Partial<RenderJob> = {}) => renderer.render({ ...job, ...more }),
    warm: () => renderer.warm(),
    started: () => (existsSync(note) ? readFileSync(note, 'utf8').length : 0),
    warn,
  };
}

const htmlOf = (body: string) =>
  `return { html: ${body}, language: 'en', mode: 'light', css: '', fonts: [] };`;

test('a build without one has none', () => {
  expect(listRenderer('/nowhere', {} as FastifyBaseLogger)).toBeUndefined();
});

test('draws each page in a thread that has nothing of the server’s', async () => {
  process.env.SECRET_OF_THIS_TEST = 'x';
  onTestFinished(() => void delete process.env.SECRET_OF_THIS_TEST);
  const { render } = await rendererOf(htmlOf("job.user + (process.env.SECRET_OF_THIS_TEST ?? '')"));
  // The thread starts with the first, which may be late.
  await soon(async () => expect(await render({ user: 'u2' })).toMatchObject({ html: 'u2' }));
  const both = await Promise.all([render({ user: 'u3' }), render({ user: 'u4' })]);
  expect(both.map((one) => one?.html)).toEqual(['u3', 'u4']);
});

test('loads its code before it is needed', async () => {
  const { warm, render, started } = await rendererOf(htmlOf("'fine'"));
  warm();
  await soon(() => expect(started()).toBe(1));
  await soon(async () => expect(await render()).toMatchObject({ html: 'fine' }));
  expect(started()).toBe(1);
});

test('draws one page after the other', async () => {
  const { render } = await rendererOf(
    `const own = ++drawn; await new Promise((next) => setImmediate(next)); ${htmlOf('String(own === drawn)')}`,
  );
  await soon(async () => expect(await render()).toBeDefined());
  const all = await Promise.all([render(), render(), render()]);
  expect(all.map((one) => one?.html)).toEqual(['true', 'true', 'true']);
});

test('a page that is late comes without its drawing', async () => {
  const { render, warn } = await rendererOf('await new Promise(() => undefined);');
  expect(await render()).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
});

test('no more wait than eight', async () => {
  const { render } = await rendererOf('await new Promise(() => undefined);');
  const waiting = Array.from({ length: 8 }, () => render());
  const ninth = await Promise.race([render(), Promise.all(waiting).then(() => 'after the others')]);
  expect(ninth).toBeUndefined();
});

test('a page that cannot be drawn does not keep others from it, and is told of once a minute', async () => {
  const { render, warn } = await rendererOf(
    `if (job.user === 'bad') throw new Error('broken'); ${htmlOf("'fine'")}`,
  );
  await soon(async () => {
    await render({ user: 'bad' });
    expect(warn).toHaveBeenCalled();
  });
  await render({ user: 'bad' });
  await soon(async () => expect(await render()).toMatchObject({ html: 'fine' }));
  const told = { err: expect.stringContaining('broken') };
  expect(warn.mock.calls).toEqual([[told, 'a list could not be drawn']]);
});

test.each([
  ['ends', 'process.exit()'],
  ['hangs', 'for (;;)'],
  ['fails by itself', "setImmediate(() => { throw new Error('late') }); await new Promise(() => undefined)"],
])('a thread that %s is followed by another after a minute', async (_, fault) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { render, warn } = await rendererOf(`if (job.user === 'bad') { ${fault}; } ${htmlOf("'fine'")}`);
  expect(await render({ user: 'bad' })).toBeUndefined();
  await soon(() =>
    expect(warn.mock.calls).toEqual([[expect.anything(), 'lists are not drawn for a minute']]),
  );
  expect(await render()).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  await soon(async () => expect(await render()).toMatchObject({ html: 'fine' }));
});

test('a failing thread, which is told of before it ends, rests from its end only', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { render, warn } = await rendererOf(
    `if (job.user === 'bad') { setImmediate(() => { throw new Error('late') }); await new Promise(() => undefined) } ${htmlOf("'fine'")}`,
  );
  // The minute is over at once, whichever of the two began it.
  warn.mockImplementation(() => queueMicrotask(() => vi.advanceTimersByTime(60_000)));
  expect(await render({ user: 'bad' })).toBeUndefined();
  await soon(async () => expect(await render()).toMatchObject({ html: 'fine' }));
  expect(warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: 'late' }) },
    'lists are not drawn for a minute',
  );
  expect(warn).toHaveBeenCalledOnce();
});
