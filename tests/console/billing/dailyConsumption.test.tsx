import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DailyConsumption } from '#schema/dailyConsumption.ts';
import { today } from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { DailyConsumptionPage } from '../../../src/resources/billing/dailyConsumption/DailyConsumptionPage.tsx';
import { chosenIn, dayAfter } from '../../../src/resources/billing/dailyConsumption/period.ts';
import { groupsOf } from '../../../src/resources/billing/dailyConsumption/sums.ts';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const day = (change: Partial<DailyConsumption>, n = 1): DailyConsumption => ({
  uuid: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  day: '2026-01-02',
  operator: null,
  sent: 10,
  test: 0,
  delivered: 8,
  failed: 1,
  messages: 10,
  parts: 20,
  amount: 135.6,
  ...change,
});

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
const PATH = '/v1/credit/daily-consumption/';
const pageOf = (results: object[]) => ({ count: results.length, next: null, previous: null, results });

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInCustomer();
  answer = () => ({
    body: pageOf([
      day({ day: '2026-01-03', sent: 5, delivered: 5, failed: 0, parts: 5, amount: 500 }, 2),
      day({}),
    ]),
  });
  api = await startApi((asked) => answer(asked));
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const OWN = '/wallet/daily-consumption?period=own&from=2026-01-01&until=2026-01-31';
const open = (address = OWN) =>
  renderConsole([{ name: 'wallet/daily-consumption', list: <DailyConsumptionPage /> }], address, api.base);
const lists = () => api.urls().filter((url) => url.includes(PATH));
const rows = async () =>
  [...(await screen.findByRole('table')).querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll(':scope > :not(.crud-more)')].map(({ textContent }) => textContent),
  );
const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('[data-figure]')].map((figure) => [
      figure.getAttribute('data-figure'),
      figure.querySelector('dd')?.textContent,
    ]),
  );
const choose = async (label: string, value: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), value);

describe('daily consumption', () => {
  it('shows the days of the address as table with totals, figures and chart', async () => {
    open();
    expect(await rows()).toEqual([
      ['3 Jan 2026', '5', '5', '0', '5', 'Rs.\u00a05.00'],
      ['2 Jan 2026', '10', '8', '1', '20', 'Rs.\u00a01.356'],
      ['Total', '15', '13', '1', '25', 'Rs.\u00a06.356'],
    ]);
    expect(figures()).toEqual({
      sent: '15',
      delivered: '13 (87%)',
      failed: '1 (7%)',
      parts: '25',
      amount: 'Rs.\u00a06.356',
    });
    expect(screen.getByRole('figure').textContent).toContain('Messages sent: 15. Delivered: 13. Failed: 1.');
    expect(screen.getByRole('heading', { name: 'Totals, 1 Jan 2026 to 31 Jan 2026' })).toBeTruthy();
    expect(lists()).toEqual([
      `GET ${PATH}?page=1&page_size=366&ordering=-day&day__gte=2026-01-01&day__lte=2026-01-31`,
    ]);
  });

  it('has two lines for a day on phones, in the total too, and the rest of it on demand', async () => {
    open();
    const [first, ...others] = [...(await screen.findByRole('table')).querySelectorAll('tbody tr')];
    for (const row of [first, others.at(-1)]) {
      const placed = [...(row?.querySelectorAll('[data-place]') ?? [])] as HTMLElement[];
      expect(placed.map(({ dataset }) => [dataset.place, dataset.labelled ? dataset.label : null])).toEqual([
        ['title', null],
        ['status', 'Sent'],
        ['date', 'Delivered'],
        ['figure', null],
      ]);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Details of this row: 3 Jan 2026' }));
    expect((first as HTMLElement).dataset.open).toBe('true');
  });

  it('of a server that does not count results says so with dashes, and draws the amounts', async () => {
    const { sent: _, delivered: __, failed: ___, test: ____, ...charges } = day({});
    answer = () => ({ body: pageOf([charges]) });
    open();
    expect(await rows()).toEqual([
      ['2 Jan 2026', '–None', '–None', '–None', '20', 'Rs.\u00a01.356'],
      ['Total', '–', '–', '–', '20', 'Rs.\u00a01.356'],
    ]);
    expect(figures()).toMatchObject({ sent: '–', delivered: '–', failed: '–', parts: '20' });
    expect(screen.getByRole('figure').textContent).toContain('Rs.');
    expect(screen.queryByLabelText('Show')).toBeNull();
  });

  it('of a server that tells days alone draws nothing', async () => {
    answer = () => ({ body: pageOf([{ day: '2026-01-02', parts: 20 }]) });
    open();
    expect((await rows()).at(-1)).toEqual(['Total', '–', '–', '–', '20', '–']);
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('says how many of the messages were tests, where there were any', async () => {
    answer = () => ({ body: pageOf([day({ test: 4 }), day({ day: '2026-01-01' }, 2)]) });
    open();
    expect(await screen.findByText('Tests')).toBeTruthy();
    expect((await rows()).map((cells) => cells[4])).toEqual(['4', '0', '4']);
  });

  it('asks for the last 30 days until another period is chosen, which the address then says', async () => {
    answer = () => ({ body: pageOf([day({ day: today() })]) });
    const { router } = open('/wallet/daily-consumption');
    await rows();
    const until = today();
    expect(lists()[0]).toContain(`day__gte=${dayAfter(until, -29)}&day__lte=${until}`);
    await choose('Period', '7');
    await waitFor(() => expect(lists().at(-1)).toContain(`day__gte=${dayAfter(until, -6)}&`));
    expect(router.state.location.search).toBe('?period=7');
    await choose('Period', 'own');
    await waitFor(() =>
      expect(router.state.location.search).toBe(`?period=own&from=${dayAfter(until, -6)}&until=${until}`),
    );
    await router.navigate(-1);
    await waitFor(() => expect((screen.getByLabelText('Period') as HTMLSelectElement).value).toBe('7'));
  });

  it('asks for one operator, and for money instead of messages', async () => {
    const inAll = [day({ day: '2026-01-03', sent: 5, parts: 5, amount: 500 }, 2), day({})];
    answer = ({ url }) => {
      const operator = url.includes('operator=ncell') ? ('ncell' as const) : null;
      return { body: pageOf(inAll.map((one) => ({ ...one, operator }))) };
    };
    const { router } = open();
    await rows();
    await choose('Operator', 'ncell');
    await waitFor(() => expect(lists().at(-1)).toContain('operator=ncell'));
    await choose('Show', 'amount');
    await waitFor(() => expect(screen.getByRole('figure').textContent).toContain('6.36 charged'));
    expect(router.state.location.search).toContain('operator=ncell&measure=amount');
  });

  it.each([
    ['from=2026-02-01&until=2026-01-01', 'The last day is before the first.'],
    ['from=2024-01-01&until=2026-01-01', 'At most 366 days at a time.'],
    ['from=2026-01-01', 'Choose both days.'],
  ])('does not ask for %s, and says why', async (range, text) => {
    open(`/wallet/daily-consumption?period=own&${range}`);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(lists()).toEqual([]);
  });

  it('says when nothing was sent in these days, and what to do', async () => {
    answer = () => ({ body: pageOf([]) });
    open();
    expect(await screen.findByText('Nothing was sent on these days')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Send Bulk SMS' })).getAttribute('href')).toBe(
      '/sms/bulk-sms',
    );
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('says what failed and tries again', async () => {
    answer = () => ({ status: 500, body: { detail: 'It broke.' } });
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('It broke.');
    answer = () => ({ body: pageOf([day({})]) });
    await userEvent.click(within(alert).getByRole('button'));
    expect(await rows()).toHaveLength(2);
  });

  it('stands beside the other pages of the wallet that may be read', async () => {
    open();
    await rows();
    const tabs = within(screen.getByRole('navigation', { name: 'Wallet' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.getAttribute('href'))).toContain('/wallet/daily-consumption');
    expect(tabs.find((tab) => tab.getAttribute('aria-current') === 'page')?.textContent).toBe(
      'Daily consumption',
    );
  });
});

describe('a period', () => {
  const at = Date.parse('2026-01-31T18:14:59Z');
  const chosen = (query: string, now = at) => chosenIn(new URLSearchParams(query), now);

  it('ends today in Nepal, where the day begins at 18:15 UTC', () => {
    expect(chosen('period=month')).toMatchObject({ from: '2026-01-01', until: '2026-01-31' });
    expect(chosen('period=month', at + 1000)).toMatchObject({ from: '2026-02-01', until: '2026-02-01' });
    expect(chosen('period=7')).toMatchObject({ from: '2026-01-25', until: '2026-01-31' });
    expect(chosen('period=nonsense')).toMatchObject({ period: '30', from: '2026-01-02' });
  });

  it('ignores invalid dates', () => {
    expect(chosen('period=own&from=2026-02-30&until=x')).toMatchObject({
      from: '',
      until: '',
      problem: 'incomplete',
    });
    expect(chosen('period=own&from=2024-01-01&until=2024-12-31').problem).toBeUndefined();
  });

  it('is drawn day by day without gaps, and week by week where it is long', () => {
    const daily = groupsOf([day({})], '2026-01-01', '2026-01-04');
    expect(daily.map(({ from, sent }) => [from, sent])).toEqual([
      ['2026-01-01', 0],
      ['2026-01-02', 10],
      ['2026-01-03', 0],
      ['2026-01-04', 0],
    ]);
    const weekly = groupsOf([day({}), day({ day: '2026-01-07' })], '2026-01-01', '2026-04-03');
    expect(weekly).toHaveLength(14);
    expect(weekly[0]).toMatchObject({ from: '2026-01-01', until: '2026-01-07', sent: 20, amount: 271.2 });
    expect(weekly.at(-1)).toMatchObject({ from: '2026-04-02', until: '2026-04-03' });
  });
});
