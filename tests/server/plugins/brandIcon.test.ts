import { afterAll, beforeAll, expect, test } from 'vitest';
import { BRAND_IMAGE_MAX, type Brand } from '#schema/brand.ts';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const put = (body: object) =>
  world.call<{ data: Brand } & Failure>('admin', 'PUT', '/v1/admin/settings/brand/', body);
const svg = (size: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><circle r="4" cx="5" cy="5"/></svg>`)}`;

test('an SVG that is not square is no icon', async () => {
  for (const size of ['viewBox="0 0 20 10"', 'width="20" height="10px"', 'viewBox="-5 -5 10 10.1"']) {
    const { status, body } = await put({ favicon: svg(size) });
    expect([status, body.errors]).toEqual([
      400,
      { favicon: ['The icon must be square: make the SVG as wide as it is high.'] },
    ]);
  }
  for (const size of ['viewBox="0 0 20 20"', 'width="48px" height="48"', 'viewBox="-5 -5 10.5 10.5"'])
    expect((await put({ favicon: svg(size) })).body.data.favicon).toMatch(/\.svg$/);
  expect((await put({ logo_light: svg('viewBox="0 0 20 10"') })).body.data.logo_light).toMatch(/\.svg$/);
});

test.each([1, 90 * 1024])('what is %i bytes too large is said in kilobytes', async (more) => {
  const favicon = `data:image/png;base64,${Buffer.alloc(BRAND_IMAGE_MAX + more, 'x').toString('base64')}`;
  expect((await put({ favicon })).body.errors).toEqual({
    favicon: ['The file is larger than 150 kB. Make it smaller.'],
  });
});
