import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { keep, open, record, SUBMIT, selectContinue, setUpKyc, step, values } from './kycSetup.tsx';

const setup = setUpKyc();

const path = (list: string): string => `/v1/core/locations/${list}`;
/** Before an address has been chosen. */
const nowhere = { province: null, district: null, municipality: null, ward: null };

async function choose(label: string, name: string): Promise<void> {
  await waitFor(() => expect(within(screen.getByLabelText(label)).queryByText(name)).toBeTruthy());
  const { value } = within(screen.getByLabelText(label)).getByText<HTMLOptionElement>(name);
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test('places of an API that gives their ids and names alone, in pages, can be chosen', async () => {
  setup.places = {
    [path('provinces/')]: { count: 2, next: '/?page=2', results: [{ id: '1', name: 'Koshi' }] },
    [path('provinces/?page=2')]: { count: 2, next: null, results: [{ id: '3', name: 'Bagmati' }] },
    [path('districts/')]: [
      { id: 27, name: 'Kathmandu' },
      { id: 28, name: 'Bhaktapur' },
    ],
    [path('municipalities/?district=27')]: { count: 2, results: [{ id: 306, name: 'Tokha' }] },
    [path('municipalities/?district=27&page=2')]: { count: 2, results: [{ id: 307, name: 'Kirtipur' }] },
  };
  preferences.set({ language: 'ne' });
  keep({ ...values, ...nowhere });
  open('/kyc?step=address');
  await choose('प्रदेश', 'Bagmati');
  await choose('जिल्ला', 'Kathmandu');
  await choose('पालिका', 'Kirtipur');
  await waitFor(() => expect(screen.getByLabelText('वडा नं.').tagName).toBe('INPUT'));
  fireEvent.change(screen.getByLabelText('वडा नं.'), { target: { value: '१०' } });
  fireEvent.click(screen.getByRole('button', { name: 'अघि बढ्नुहोस्' }));
  await screen.findByRole('heading', { level: 2, name: /मध्ये चरण 4: / });
  expect(JSON.parse(sessionStorage.getItem('draft:kyc') ?? '')).toMatchObject({
    value: { province: 3, district: 27, municipality: 307, ward: 10 },
  });
});

test('places that their API names by texts can be chosen, and are sent as they came', async () => {
  const chosen = { province: 'P3', district: 'ktm/1', municipality: '0307', issue_district: 'ktm/1' };
  setup.places = {
    [path('provinces/')]: [{ id: 'P3', name: 'Bagmati' }],
    [path('districts/')]: [
      { id: 'ktm/1', name: 'Kathmandu', province: { id: 'P3' } },
      { id: 'jhapa', name: 'Jhapa', province: { id: 'P1' } },
    ],
    [path('municipalities/?district=ktm%2F1')]: [{ uuid: '0307', name: 'Kirtipur', wards: 12 }],
  };
  keep({ ...values, ...nowhere, issue_district: 'ktm/1' });
  open('/kyc?step=address');
  await choose('Province', 'Bagmati');
  await choose('District', 'Kathmandu');
  expect(within(screen.getByLabelText('District')).queryByText('Jhapa')).toBeNull();
  await choose('Municipality', 'Kirtipur');
  await choose('Ward no.', '10');
  await selectContinue();
  await step(4);
  await selectContinue();
  expect(await screen.findByText('Kirtipur')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Submit for verification' }));
  const sent = () => setup.server.seen.filter(({ url }) => url === SUBMIT);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({ ...values, ...chosen });
});

test('a record shows places that its API names by texts or gives as whole records', async () => {
  setup.records = [
    record({ province: { id: 'P3', name: 'Bagmati' }, district: 'ktm', municipality: '0307' }),
  ];
  setup.places = {
    [path('provinces/')]: [{ id: 'P3', name: 'Bagmati' }],
    [path('districts/')]: [{ id: 'ktm', name: 'Kathmandu' }],
    [path('municipalities/?district=ktm')]: [{ id: '0307', name: 'Kirtipur' }],
  };
  open('/kyc');
  expect(await screen.findByText('Kirtipur')).toBeTruthy();
  expect(screen.getByText('Bagmati')).toBeTruthy();
});
