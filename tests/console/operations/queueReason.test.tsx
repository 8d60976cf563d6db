import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { aSummary } from '../support/linksData.ts';
import { signInStaff } from '../support/staffConsole.tsx';
import { setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const oldest_at = '2026-01-02T03:00:00.000Z';

/** The card of queued messages with a reason as an API gives it. */
async function queueWith(given: object, name = 'Queued messages') {
  const operator = { operator: 'ncell', count: 5, count_is_minimum: false, oldest_at, ...given };
  setup.summary = aSummary({ queue: { waiting: 5, oldest_at, operators: [operator as never] } });
  setup.open();
  return screen.findByRole('region', { name });
}

test('messages that wait for approval of their sender ID say how many, and lead to the campaigns', async () => {
  const queue = await queueWith({ reason: 'unapproved', unapproved: 2 });
  expect(queue.textContent).toContain('2 wait because Ncell has not approved their sender ID.');
  const href = within(queue).getByRole('link', { name: 'See campaigns' }).getAttribute('href') ?? '';
  expect(new URL(href, 'http://x').searchParams.get('filter')).toBe('{"status":"sending"}');
});

test('they are counted in Nepali too', async () => {
  preferences.set({ language: 'ne', digits: 'devanagari' });
  const queue = await queueWith({ reason: 'unapproved', unapproved: 1 }, 'पर्खाइमा रहेका सन्देश');
  expect(queue.textContent).toContain('एनसेलले प्रेषक नाम स्वीकृत नगरेकाले १ पर्खिरहेको छ।');
});

test('an API that does not count them has a sentence without a number', async () => {
  const queue = await queueWith({ reason: 'unapproved' });
  expect(queue.textContent).toContain('Some wait because Ncell has not approved their sender ID.');
});

test('a reason that the console does not know is shown as it is, and none without one', async () => {
  const queue = await queueWith({ reason: 'maintenance' });
  expect(queue.querySelector('.link-why')?.textContent).toBe('maintenance');
});

test.each(['smsc.maintenance', 'Closed until 10.30'])('%s of another API is shown whole', async (reason) => {
  const queue = await queueWith({ reason });
  expect(queue.querySelector('.link-why')?.textContent).toBe(reason);
});

test('an API without the value says no reason', async () => {
  const queue = await queueWith({});
  expect(queue.querySelector('.link-why')).toBeNull();
});

test('support staff who may not see campaigns get no link to them', async () => {
  signInStaff('support', (name) => name === 'campaign-oversight');
  const queue = await queueWith({ reason: 'unapproved', unapproved: 2 });
  expect(within(queue).queryByRole('link')).toBeNull();
});
