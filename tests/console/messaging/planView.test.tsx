import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { date, today } from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { OperatorTable, PlanSamples } from '../../../src/resources/messaging/compose/PlanDetails.tsx';
import {
  HiddenRows,
  isSendable,
  PlanFigures,
  PlanWarnings,
} from '../../../src/resources/messaging/compose/PlanFigures.tsx';
import { RefusedRows } from '../../../src/resources/messaging/compose/RefusedRows.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { signInStaff } from '../support/linksData.ts';
import { aPlan, renderPage } from '../support/messagingConsole.tsx';

const show = (plan: Plan) =>
  renderPage(
    '/',
    <>
      <PlanFigures plan={plan} />
      <PlanWarnings plan={plan} />
      <RefusedRows plan={plan} lineOf={() => undefined} />
      <OperatorTable plan={plan} />
      <PlanSamples plan={plan} />
    </>,
  );
const figure = (name: string) =>
  document.querySelector(`[data-figure="${name}"] dd`)?.textContent?.replace(/\u00a0/g, ' ');
const alerts = () =>
  screen.queryAllByRole('alert').map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '));

beforeEach(() => {
  preferences.set({ language: 'en' });
  signInCustomer();
});
afterEach(cleanup);

describe('a plan', () => {
  it('says how many, how many parts, what it costs and what is left', () => {
    show(aPlan({ package_parts: 1000 }));
    expect(figure('sent')).toBe('1,234');
    expect(figure('parts')).toBe('2,4681,000 from packages');
    expect(figure('cost')).toBe('Rs. 3,346.61');
    expect(figure('after')).toBe('Rs. 46,653.39now Rs. 50,000.00');
    expect(alerts()).toEqual([]);
    expect(screen.getByText('No recipients are excluded.')).toBeTruthy();
    expect(screen.getByText('Hello Ram')).toBeTruthy();
    const table = screen.getByRole('region', { name: 'Cost by operator' });
    const amounts = within(table)
      .getAllByRole('row')
      .map(({ lastChild }) => lastChild?.textContent);
    expect(amounts).toEqual(['Amount', 'Rs.\u00a03,346.608', 'Rs.\u00a03,346.61']);
  });

  it('says that it would be a test, and of a demonstration not that it is free', () => {
    show(aPlan({ test: true, is_free: true, cost: 0, balance_after: 5000000 }));
    expect(alerts()).toEqual([
      'This is a testNo operator is connected. Messages go to the simulator and no phone receives them. Nothing is charged.',
    ]);
    cleanup();
    show(aPlan({ test: true, is_free: false }));
    expect(alerts()[0]).not.toContain('Nothing is charged');
  });

  it('says that no operator is connected; where to add one to those who may', () => {
    const plan = aPlan({ no_operator: true });
    expect([isSendable(plan), isSendable(aPlan())]).toEqual([false, true]);
    show(plan);
    expect(alerts()[0]).toContain('Your provider has not connected an operator yet');
    expect(screen.queryByRole('link', { name: 'Add an operator link' })).toBeNull();
    cleanup();
    signInStaff('admin');
    show(plan);
    const add = screen.getByRole('link', { name: 'Add an operator link' });
    expect(add.getAttribute('href')).toBe('/admin/operator-links/create');
  });

  it('says how many rows the spreadsheet hides, as the server counted them, and whether they are left out', () => {
    const hidden = (plan: Plan, skipped: boolean) => {
      renderPage('/', <HiddenRows plan={plan} skipped={skipped} />);
      const shown = alerts();
      cleanup();
      return shown;
    };
    const hiddenRows = '12 rows are hidden in the spreadsheet, for example by a filter.';
    expect(hidden(aPlan({ hidden_rows: 12 }), false)).toEqual([`${hiddenRows} They will get messages too.`]);
    expect(hidden(aPlan({ hidden_rows: 12 }), true)).toEqual([`${hiddenRows} They are left out.`]);
    expect([...hidden(aPlan({ hidden_rows: 0 }), false), ...hidden(aPlan(), false)]).toEqual([]);
  });

  it('shows every reason to refuse with its count, its rows and where they are', () => {
    show(
      aPlan({
        refused: {
          invalid: 2,
          'unknown-operator': 0,
          duplicate: 1,
          blacklisted: 1,
          'missing-value': 1,
          'too-long': 1,
          'bad-character': 0,
          'blocked-keyword': 0,
          'sender-not-approved': 0,
        },
        refused_rows: [
          { source: 'file', row: 2, value: '12', refusal: 'invalid', reason: 'whatever' },
          { source: 'file', row: 3, value: '016612345', refusal: 'invalid', reason: 'whatever' },
          {
            source: 'file',
            row: 4,
            value: '+9779841000001',
            refusal: 'duplicate',
            reason: 'The same number as in row 1.',
          },
          {
            source: 'group',
            row: null,
            value: '+9779841000002',
            refusal: 'blacklisted',
            reason: 'On the blacklist: STOP.',
          },
          {
            source: 'file',
            row: 6,
            value: '+9779841000003',
            refusal: 'missing-value',
            reason: 'No value for name, city.',
          },
          {
            source: 'file',
            row: 7,
            value: '+9779841000004',
            refusal: 'too-long',
            reason: 'The text has 12 parts. The maximum is 10.',
          },
        ],
      }),
    );
    expect(figure('refused')).toBe('6');
    const reasons = [...document.querySelectorAll('[data-refusal]')].map(({ textContent }) => textContent);
    expect(reasons).toEqual([
      'Not a Nepal mobile number2',
      'Duplicate number1',
      'On your blacklist1',
      'No value for a placeholder1',
      'Text too long1',
    ]);
    const region = screen.getAllByRole('region', { name: 'Excluded recipients' })[0] as HTMLElement;
    const rows = within(region)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent?.replace(/\u00a0/g, ' ')));
    expect(rows).toEqual([
      ['File, row 2', '12', 'Too short: a mobile number has ten digits, such as 9841234567'],
      ['File, row 3', '016612345', 'This is a landline and cannot receive SMS'],
      ['File, row 4', '+977 9841000001', 'Same number as row 1'],
      ['Contact', '+977 9841000002', 'On the blacklist: STOP'],
      ['File, row 6', '+977 9841000003', 'No value for name, city'],
      ['File, row 7', '+977 9841000004', 'The text has 12 parts. The maximum is 10'],
    ]);
    expect(screen.getByRole('button', { name: 'Download all excluded (CSV)' })).toBeTruthy();
  });

  it('shows a few refused rows first and the rest on demand', async () => {
    const refused_rows = Array.from({ length: 30 }, (_, i) => ({
      source: 'file' as const,
      row: i + 1,
      value: String(i),
      refusal: 'invalid' as const,
      reason: '',
    }));
    show(aPlan({ refused: { ...aPlan().refused, invalid: 4000 }, refused_rows }));
    expect(screen.getByText('The first 8 of 4,000.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show the first 30' }));
    expect(screen.getByText('The first 30 of 4,000.')).toBeTruthy();
    cleanup();
    show(aPlan({ refused: { ...aPlan().refused, invalid: 9 }, refused_rows: refused_rows.slice(0, 9) }));
    expect(screen.getByText('The first 8 of 9.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show all 9' })).toBeTruthy();
  });

  it('says what is missing when the balance is not enough', () => {
    show(aPlan({ cost: 5000001, balance: 5000000, balance_after: -1, sufficient: false }));
    expect(figure('after')).toContain('You need Rs. 0.01 more');
    expect(alerts()[0]).toContain('You need Rs. 0.01 more');
    expect(alerts()[0]).toContain('Nothing was sent or charged');
  });

  it('counts credit before it says what is missing', () => {
    show(
      aPlan({
        cost: 5000001,
        balance: 4000000,
        balance_after: -1000001,
        sufficient: true,
        credit_limit: 1000001,
      }),
    );
    expect(figure('after')).toBe('-Rs. 10,000.01now Rs. 40,000.00');
    expect(alerts()).toEqual([]);
    cleanup();
    show(
      aPlan({
        cost: 5000002,
        balance: 4000000,
        balance_after: -1000002,
        sufficient: false,
        credit_limit: 1000001,
      }),
    );
    expect(alerts()[0]).toContain('You need Rs. 0.01 more');
  });

  it('says when the account or the user may not send so many on the day, and is not sent then', () => {
    const full = aPlan({ daily_cap: { cap: 5, day: today(), total: 6 } });
    expect(isSendable(full)).toBe(false);
    show(full);
    expect(alerts()[0]).toContain('today’s total to 6 messages. Your account can send 5 a day');
    cleanup();
    const own = aPlan({ daily_cap: { cap: 5, day: '2030-01-02', total: 6, own: true } });
    show(own);
    expect(alerts()[0]).toContain(`on ${date('2030-01-02')} to 6 messages. You can send 5 a day`);
    expect(alerts()[0]).toContain('ask an owner');
    cleanup();
    const fits = aPlan({ daily_cap: { cap: 5, day: today(), total: 5 } });
    expect(isSendable(fits)).toBe(true);
    show(fits);
    expect(alerts()).toEqual([]);
  });

  it('tells users who may not see the balance only whether it is enough', () => {
    const hidden = { balance: null, balance_after: null };
    const { unmount } = show(aPlan({ cost: 5000001, ...hidden, sufficient: false }));
    expect(figure('after')).toContain('Your balance is too low');
    expect(alerts()[0]).toContain('The cost is Rs. 50,000.01, which is more than the balance.');
    unmount();
    show(aPlan(hidden));
    expect(screen.queryByText('Balance after')).toBeNull();
    expect(document.body.textContent).not.toMatch(/NaN|now Rs/);
  });

  it('warns of closed operators before anything is charged', () => {
    const [ntc] = aPlan().operators;
    show(aPlan({ operators: [{ ...ntc, operator: 'smart', messages: 7, closed: true } as never] }));
    expect(alerts()[0]).toContain('These 7 messages will probably not be delivered');
    expect(screen.getByText('closed')).toBeTruthy();
  });

  it('says why it needs approval: the total of today, or of the day for which it is scheduled', () => {
    show(aPlan({ needs_approval: true, approval: { above: 1500, day: today(), total: 1834 } }));
    expect(alerts()[0]).toContain('This brings today’s total to 1,834 messages.');
    expect(alerts()[0]).toContain('above 1,500 messages a day');
    cleanup();
    show(aPlan({ needs_approval: true, approval: { above: 1500, day: '2035-01-02', total: 1834 } }));
    expect(alerts()[0]).toContain(`the total on ${date('2035-01-02')} to 1,834 messages.`);
    cleanup();
    show(aPlan({ needs_approval: true, approval: { above: 0, day: today(), total: 1234 } }));
    expect(alerts()[0]).toContain('Your provider must approve every campaign.');
    cleanup();
    // A server of before says no more than that it is needed.
    show(aPlan({ needs_approval: true }));
    expect(alerts()[0]).toMatch(/needs approval before it is sent.*The cost is held/);
  });

  it('says so when no recipients remain', () => {
    show(aPlan({ recipients: 0, operators: [], samples: [], cost: 0 }));
    expect(alerts()[0]).toContain('No recipients to send to');
  });
});
