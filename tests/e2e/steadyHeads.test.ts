import { beforeAll, test } from 'vitest';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { contact } from '#schema/contact.ts';
import { kyc } from '#schema/kyc.ts';
import { readWith } from './routes.ts';
import { expectSteady } from './steadyPages.ts';
import * as steps from './steps.ts';
import { tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

const answers = (path: string) => new RegExp(`${path.replaceAll('/', '\\/')}\\?`);

test('a list keeps its head on a phone when its rows and their count come', async () => {
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: '/contact', width: 390, held: answers(contact.path) },
    ...{
      until: '.crud-rows[data-pending]',
      parts: '.crud-header, .crud-actions, .crud-tabs, .crud-rows thead',
    },
  });
});

test('a contact keeps its head until it is known whether the number is blacklisted', async () => {
  const get = readWith(world.server.url, await tokenOf(world, steps.CUSTOMER));
  const { results } = (await get(`${contact.path}?page_size=1`)) as { results: { uuid: string }[] };
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: `/contact/${results[0]?.uuid}/show`, width: 390 },
    ...{ held: answers(blacklistNumber.path), until: '.crud-actions [style*="hidden"]' },
    parts: '.crud-header, .crud-actions, .crud-record',
  });
});

test('the place of a KYC record in the queue keeps its lines on a phone', async () => {
  const get = readWith(world.server.url, await tokenOf(world, steps.ADMIN));
  const { results } = (await get(`${kyc.path}?status=pending`)) as { results: { uuid: string }[] };
  await expectSteady(world, {
    ...{ as: steps.ADMIN, path: `/kyc/${results[0]?.uuid}`, width: 390, held: answers(kyc.path) },
    ...{ until: '.review-note:not(:has(a, button))', parts: '.review-note' },
  });
});

test('the campaigns that staff look for keep the height of their choice', async () => {
  await expectSteady(world, {
    ...{ as: steps.ADMIN, path: '/admin/campaigns', width: 768, held: /\/summary\/$/ },
    ...{ until: '.oversight-wanted:empty', parts: '.oversight-wanted, .crud-list' },
  });
});
