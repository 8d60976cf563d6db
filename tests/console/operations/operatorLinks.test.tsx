import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ROUTE, type RouteAnswer } from '#schema/routing.ts';
import { aLink, aSummary, signInStaff } from '../support/linksData.ts';
import { ADDRESS, PATH, setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const { open, sent } = setup;

const row = async (name: string): Promise<HTMLElement> => {
  const cell = await screen.findByRole('link', { name });
  return cell.closest('tr') as HTMLElement;
};

describe('which link takes a number', () => {
  const aRoute = (change: Partial<RouteAnswer> = {}): RouteAnswer => ({
    ...{ phone: '+9779801234567', operator: 'ncell', closed: false, prefix: '+977980', test: false },
    ...{ blocks: [], quiet_hours: null, links: [] },
    ...change,
  });
  const link = (name: string, change: Partial<RouteAnswer['links'][0]>): RouteAnswer['links'][0] => ({
    ...{ uuid: `${aLink().uuid.slice(0, -2)}${name.length}0`, name, priority: 10 },
    ...{ weight: null, percent: null, route: 'takes', state: 'bound', reason: null, ...change },
  });
  const ask = async (number: string) => {
    const box = await screen.findByRole('region', { name: 'Which link takes a number?' });
    await userEvent.setup().type(within(box).getByLabelText('Phone number'), number);
    return box;
  };

  it('is told in words: the link, the backup, and why others are skipped', async () => {
    setup.route = aRoute({
      blocks: ['quiet_hours'],
      quiet_hours: '22:00-07:00',
      links: [
        link('first', { route: 'down', state: 'down', reason: 'connection refused' }),
        link('second', {}),
        link('thirds', { route: 'backup' }),
        link('fourth-4', { route: 'operator' }),
      ],
    });
    open();
    const box = await ask('9801234567');
    // Before that nothing happens, so it says what is missing.
    expect(within(box).getByText('Ten digits, such as 9841234567. Nothing is sent.')).toBeTruthy();
    await within(box).findByText('+9779801234567 belongs to Ncell (prefix 980 in the number plan).');
    const result = within(box).getByRole('status').textContent;
    expect(result).toContain('Quiet hours (22:00-07:00): only urgent messages are sent now.');
    expect(result).toContain('Takes it nowsecondBackup linksthirds');
    expect(result).toContain('firstSkipped because it is down: connection refused');
    expect(result).toContain('fourth-4Skipped because it does not serve Ncell.');
    expect(setup.server.seen.find(({ url }) => url.startsWith(ROUTE))?.url).toBe(`${ROUTE}?phone=9801234567`);
  });

  it('is shown for every operator: who takes its messages, and whether it is the first choice', async () => {
    setup.routes = [
      {
        ...{ operator: 'ntc', prefixes: ['+977984', '+977985'] },
        links: [
          link('first', { route: 'down', state: 'down', reason: 'timeout' }),
          link('second', { priority: 20, weight: 70, percent: 70 }),
          link('others', { route: 'operator' }),
        ],
      },
      { operator: 'ncell', prefixes: ['+977980'], links: [link('first', { route: 'takes' })] },
      { operator: 'smart', prefixes: ['+977961'], links: [] },
    ];
    open();
    const ntc = await screen.findByRole('region', { name: 'NTC' });
    expect(ntc.textContent).toBe(
      'NTC Backup in use984, 985firstSkipped because it is down: timeoutsecondTakes 70% of the messages now.',
    );
    expect(screen.getByRole('region', { name: 'Ncell' }).textContent).toContain('First choice');
    expect(screen.getByRole('region', { name: /^Smart/ }).textContent).toContain('No link');
  });

  it('says what is wrong with the number', async () => {
    setup.refusal = {
      status: 400,
      body: { detail: 'x', errors: { phone: ['A landline cannot receive SMS.'] } },
    };
    open();
    const box = await ask('014411222');
    await within(box).findByText('A landline cannot receive SMS.');
    expect(within(box).getByRole('status').textContent).toBe('');
  });
});

describe('the list', () => {
  it('shows each link’s state, operators and speed', async () => {
    setup.links = [
      aLink(),
      aLink({
        uuid: aLink().uuid.replace(/1$/, '2'),
        name: 'spare',
        state: 'down',
        operators: [],
        rate: 0,
        is_active: false,
      }),
    ];
    open();
    expect((await row('ncell-1')).textContent).toMatch(/Connected.*Ncell.*10.*100.*50.*1,200/);
    const spare = await row('spare');
    expect(spare.textContent).toMatch(/Down.*Paused.*All operators.*No limit/);
  });

  it('never shows the simulator as connected, and says what campaigns are while there is nothing else', async () => {
    setup.links = [aLink({ name: 'simulator', is_simulator: true, managed_by: 'environment' })];
    setup.summary = aSummary({ links: [{ ...aSummary().links[0]!, is_simulator: true }] });
    open();
    const cells = (await row('simulator')).textContent;
    expect(cells).toContain('Simulator');
    expect(cells).not.toContain('Connected');
    expect(await screen.findByText(/^Campaigns are tests/)).toBeTruthy();
    cleanup();
    open(`${ADDRESS}/create`);
    expect(await screen.findByText(/^With this link, new campaigns are real/)).toBeTruthy();
    cleanup();
    setup.summary = aSummary();
    open(`${ADDRESS}/create`);
    await screen.findByLabelText('Name');
    expect(screen.queryByText(/^With this link, new campaigns are real/)).toBeNull();
  });

  it('is empty: campaigns can be planned only', async () => {
    setup.links = [];
    setup.summary = aSummary({ links: [] });
    open();
    expect(await screen.findByText('No operator is connected')).toBeTruthy();
    expect(screen.getAllByText(/plan campaigns but not send them.*SIMULATOR=on/)).toHaveLength(1);
  });

  it('names what waits for which operator, and why', async () => {
    setup.summary = aSummary({
      queue: {
        waiting: 12_000,
        oldest_at: '2026-01-30T03:00:00.000Z',
        operators: [
          {
            operator: 'ncell',
            count: 10_000,
            count_is_minimum: true,
            oldest_at: '2026-01-30T03:00:00.000Z',
            reason: 'none',
          },
          {
            operator: 'ntc',
            count: 2000,
            count_is_minimum: false,
            oldest_at: '2026-01-30T04:00:00.000Z',
            reason: null,
          },
        ],
      },
    });
    open();
    const queue = await screen.findByRole('region', { name: 'Queued messages' });
    expect(queue.textContent).toContain('12,000 messages');
    const [ncell, ntc] = within(queue).getAllByRole('listitem');
    expect(ncell?.textContent).toContain('10,000+No link serves Ncell.');
    expect(ntc?.textContent).toBe('NTC2,000');
  });

  it('pauses after asking, and shows at once that it is paused', async () => {
    const user = userEvent.setup();
    open();
    await user.click(within(await row('ncell-1')).getByRole('button', { name: 'Pause: ncell-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pause ncell-1?' });
    expect(dialog.textContent).toContain('Ncell: messages use other links');
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('button', { name: 'Resume: ncell-1' })).toBeTruthy();
    expect(sent('POST').map(({ url }) => url)).toEqual([`${PATH}${aLink().uuid}/pause/`]);
    await user.click(screen.getByRole('button', { name: 'Resume: ncell-1' }));
    expect(await screen.findByRole('button', { name: 'Pause: ncell-1' })).toBeTruthy();
  });

  it('says when somebody else was faster, and shows the newest state', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Pause: ncell-1' }));
    setup.refusal = { status: 409, body: { detail: 'This link is already paused.', code: 'conflict' } };
    setup.links = [aLink({ is_active: false })];
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('This link is already paused.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Resume: ncell-1' })).toBeTruthy();
  });

  it('says why a link with messages on their way is not deleted', async () => {
    const user = userEvent.setup();
    setup.refusal = {
      status: 409,
      body: { detail: 'Messages are on their way over this link.', code: 'conflict' },
    };
    open();
    await user.click(await screen.findByRole('button', { name: 'Delete: ncell-1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Messages are on their way over this link.')).toBeTruthy();
    expect(await row('ncell-1')).toBeTruthy();
  });

  it('is read by support staff, who change nothing', async () => {
    signInStaff('support');
    open();
    expect((await row('ncell-1')).textContent).toContain('Connected');
    expect(screen.queryByRole('button', { name: /Pause|Delete/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Add/ })).toBeNull();
  });
});

describe('a link', () => {
  it('that is down says why, and what the operator last refused', async () => {
    setup.links = [
      aLink({
        state: 'down',
        reason: 'connect ECONNREFUSED',
        last_error: 'ESME_RTHROTTLED',
        last_error_at: '2026-01-30T03:00:00.000Z',
      }),
    ];
    open(`${ADDRESS}/${aLink().uuid}/show`);
    const why =
      /This link is down\. Nothing answers at this address\..* keeps trying to connect\. \(connect ECONNREFUSED\)/;
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.getByText(/ESME_RTHROTTLED, /)).toBeTruthy();
    expect(screen.queryByText('Password')).toBeNull();
  });

  it('over HTTP counts requests, and shows a share of a rate as it is', async () => {
    setup.links = [aLink({ kind: 'http', shares: [{ worker: 2, window: 3, rate: 5 / 3 }] })];
    open(`${ADDRESS}/${aLink().uuid}/show`);
    expect(await screen.findByText('Server 2: window 3, 1.67 per second')).toBeTruthy();
    expect(screen.getByText('Requests per minute')).toBeTruthy();
    expect(screen.queryByText(/parts/i)).toBeNull();
  });
});
