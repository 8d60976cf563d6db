import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** Of each kind of characters that has a face of its own: in the share that texts have them. */
const texts = {
  small: 'messages that were delivered to customers of the account',
  capitals: 'NPT NTC GSM SMS API KYC ID CSV',
  digits: '0123456789',
  stops: 'Rs., 5%: a; "b" c.',
  signs: '(a/b) a-b + c (d)',
};

/** In a page: the width and height of each text in each face. */
const sizesOf = (samples: Record<string, string>) =>
  ['400 body', '500 body', '600 body', '600 heading'].flatMap((face) =>
    Object.entries(samples).map(([kind, text]) => {
      const [weight = '', family] = face.split(' ');
      const sample = document.createElement('span');
      sample.textContent = text;
      Object.assign(sample.style, {
        ...{ position: 'absolute', visibility: 'hidden', whiteSpace: 'nowrap', fontSize: '100px' },
        ...{ fontWeight: weight, fontFamily: `var(--font-${family})` },
      });
      document.body.append(sample);
      const { width, height } = sample.getBoundingClientRect();
      sample.remove();
      return { name: `${kind} in ${face}`, width, height };
    }),
  );

const hasArial = (page: Page) =>
  page.evaluate(
    `new FontFace('Any', 'local("Arial"), local("Liberation Sans")').load().then(() => true, () => false)`,
  );

test('texts are as wide and as high before their fonts come', async (context) => {
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/woff2/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${world.server.url}/contact`, { waitUntil: 'commit' });
  await steps.see(page.locator('main tbody tr').first());
  if (!(await hasArial(page))) context.skip();
  const before = await page.evaluate(sizesOf, texts);
  letGo();
  await page.evaluate(`Promise.all(['400 1em Poppins', '500 1em Poppins', '600 1em Poppins', '600 1em Inter']
    .map((font) => document.fonts.load(font, 'A'))).then(() => undefined)`);
  const after = await page.evaluate(sizesOf, texts);
  const off = after.flatMap(({ name, width, height }, n) => {
    const was = before[n];
    const [wide, high] = [(was?.width ?? 0) / width - 1, (was?.height ?? 0) / height - 1];
    return Math.abs(wide) > 0.04 || Math.abs(high) > 0.02
      ? [`${name}: ${(wide * 100).toFixed(1)}% wider, ${(high * 100).toFixed(1)}% higher`]
      : [];
  });
  expect(off).toEqual([]);
  expect(complaints).toEqual([]);
});
