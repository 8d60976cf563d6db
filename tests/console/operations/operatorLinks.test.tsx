import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpPresets } from '#schema/httpPresets.ts';
import type { LinkTest, OperatorLink } from '#schema/operatorLink.ts';
import { type OperatorRoute, ROUTE, ROUTES, type RouteAnswer } from '#schema/routing.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { operatorLink as operatorLinkResource } from '../../../src/resources/operations/operatorLinks/index.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aLink, aSummary, signInStaff } from '../support/linksData.ts';
import { pageOf } from '../support/messagingConsole.tsx';

const PATH = '/v1/admin/operator-links/';
let server: JsonServer;
let links: OperatorLink[];
let summary: ReturnType<typeof aSummary>;
let refusal: { status: number; body: object } | undefined;
let tested: LinkTest | undefined;
let route: RouteAnswer;
let routes: OperatorRoute[];

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin' });
  signInStaff('admin');
  links = [aLink()];
  summary = aSummary();
  refusal = undefined;
  routes = [];
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url, method }, response) => {
    const { pathname } = new URL(url, server.base);
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/v1/admin/dashboard-summary/') return json(200, { data: summary });
    if (method !== 'GET' && refusal) return json(refusal.status, refusal.body);
    if (method === 'DELETE') {
      links = [];
      return response.writeHead(204).end();
    }
    if (pathname === `${PATH}test/`) return json(200, { data: tested });
    if (pathname === ROUTES) return json(200, { data: routes });
    if (pathname === ROUTE) return refusal ? json(refusal.status, refusal.body) : json(200, { data: route });
    if (pathname === '/v1/admin/accounts/') return json(200, pageOf());
    if (pathname === PATH)
      return method === 'POST' ? json(201, { data: links[0] }) : json(200, pageOf(...links));
    const [uuid, action] = pathname.slice(PATH.length).split('/');
    if (action) links = links.map((link) => ({ ...link, is_active: action === 'resume' }));
    const found = links.find((link) => link.uuid === uuid);
    return found ? json(200, { data: found }) : json(404, { detail: 'This record does not exist.' });
  });
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});

const ADDRESS = '/admin/operator-links';
const open = (address = ADDRESS) =>
  renderConsole([{ name: 'admin/operator-links', ...operatorLinkResource }], address, server.base);
const row = async (name: string): Promise<HTMLElement> => {
  const cell = await screen.findByRole('link', { name });
  return cell.closest('tr') as HTMLElement;
};
const sent = (method: string) => server.seen.filter((request) => request.method === method);

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
    route = aRoute({
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
    await within(box).findByText('+9779801234567 belongs to Ncell (prefix 980 in the number plan).');
    const told = within(box).getByRole('status').textContent;
    expect(told).toContain('It is quiet hours (22:00-07:00). Only urgent messages are sent now.');
    expect(told).toContain('Takes it nowsecondBackup linksthirds');
    expect(told).toContain('firstSkipped because it is down: connection refused');
    expect(told).toContain('fourth-4Skipped because it does not serve Ncell.');
    expect(server.seen.find(({ url }) => url.startsWith(ROUTE))?.url).toBe(`${ROUTE}?phone=9801234567`);
  });

  it('is shown for every operator: who takes its messages, and whether it is the first choice', async () => {
    routes = [
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
    refusal = { status: 400, body: { detail: 'x', errors: { phone: ['A landline cannot receive SMS.'] } } };
    open();
    const box = await ask('014411222');
    await within(box).findByText('A landline cannot receive SMS.');
    expect(within(box).getByRole('status').textContent).toBe('');
  });
});

describe('the list', () => {
  it('shows each link’s state, operators and speed', async () => {
    links = [
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
    links = [aLink({ name: 'simulator', is_simulator: true, managed_by: 'environment' })];
    summary = aSummary({ links: [{ ...aSummary().links[0]!, is_simulator: true }] });
    open();
    const cells = (await row('simulator')).textContent;
    expect(cells).toContain('Simulator');
    expect(cells).not.toContain('Connected');
    expect(await screen.findByText(/^Campaigns are tests/)).toBeTruthy();
    cleanup();
    open(`${ADDRESS}/create`);
    expect(await screen.findByText(/^With this link, new campaigns are real/)).toBeTruthy();
    cleanup();
    summary = aSummary();
    open(`${ADDRESS}/create`);
    await screen.findByLabelText('Name');
    expect(screen.queryByText(/^With this link, new campaigns are real/)).toBeNull();
  });

  it('is empty: campaigns can be planned only', async () => {
    links = [];
    summary = aSummary({ links: [] });
    open();
    expect(await screen.findByText('No operator is connected')).toBeTruthy();
    expect(screen.getAllByText(/plan campaigns but not send them.*SIMULATOR=on/)).toHaveLength(1);
  });

  it('names what waits for which operator, and why', async () => {
    summary = aSummary({
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
    expect(dialog.textContent).toContain('Messages to Ncell use other links');
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
    refusal = { status: 409, body: { detail: 'This link is already paused.', code: 'conflict' } };
    links = [aLink({ is_active: false })];
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('This link is already paused.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Resume: ncell-1' })).toBeTruthy();
  });

  it('says why a link with messages on their way is not deleted', async () => {
    const user = userEvent.setup();
    refusal = {
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
    links = [
      aLink({
        state: 'down',
        reason: 'connect ECONNREFUSED',
        last_error: 'ESME_RTHROTTLED',
        last_error_at: '2026-01-30T03:00:00.000Z',
      }),
    ];
    open(`${ADDRESS}/${aLink().uuid}/show`);
    expect(await screen.findByText(/This link is down: connect ECONNREFUSED\./)).toBeTruthy();
    expect(screen.getByText(/ESME_RTHROTTLED, /)).toBeTruthy();
    expect(screen.queryByText('Password')).toBeNull();
  });

  it('over HTTP counts requests, and shows a share of a rate as it is', async () => {
    links = [aLink({ kind: 'http', shares: [{ worker: 2, window: 3, rate: 5 / 3 }] })];
    open(`${ADDRESS}/${aLink().uuid}/show`);
    expect(await screen.findByText('Server 2: window 3, 1.67 per second')).toBeTruthy();
    expect(screen.getByText('Requests per minute')).toBeTruthy();
    expect(screen.queryByText(/parts/i)).toBeNull();
  });
});

describe('the form', () => {
  it('adds a link with what is typed, and puts what is wrong beside its field', async () => {
    const user = userEvent.setup();
    open(`${ADDRESS}/create`);
    await user.type(await screen.findByLabelText('Name'), 'bad name');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Use up to 64 letters/)).toBeTruthy();
    const name = screen.getByLabelText('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.clear(name);
    await user.type(name, 'ntc-main');
    await user.type(screen.getByLabelText('Host'), 'smsc.ntc.example');
    await user.type(screen.getByLabelText('System ID'), 'provider');
    await user.type(screen.getByLabelText('Password'), 's3cret');
    await user.selectOptions(screen.getByLabelText('Long messages'), 'Whole, in message_payload');
    await user.click(screen.getByRole('checkbox', { name: 'NTC' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(JSON.parse(sent('POST')[0]?.body ?? '')).toMatchObject({
      long_messages: 'payload',
      message_ids: 'same',
      bind_mode: 'transceiver',
      name: 'ntc-main',
      host: 'smsc.ntc.example',
      port: 2775,
      tls: false,
      password: 's3cret',
      window: 100,
      rate: 0,
      operators: ['ntc'],
      priority: 10,
    });
  });

  it('asks what to verify of an operator only where the link is encrypted', async () => {
    const user = userEvent.setup();
    open(`${ADDRESS}/create`);
    const encrypted = await screen.findByLabelText('Encrypted (TLS)');
    expect(screen.queryByLabelText(/Certificates to trust/)).toBeNull();
    await user.click(encrypted);
    expect(screen.getByLabelText(/Certificates to trust/)).toBeTruthy();
    expect(screen.getByLabelText(/Name in the certificate/)).toBeTruthy();
  });

  it('keeps the password that nobody typed, and puts the server’s refusal beside its field', async () => {
    const user = userEvent.setup();
    refusal = {
      status: 400,
      body: {
        detail: 'x',
        code: 'invalid',
        errors: { password: ['Enter the password again. It is required when host, port or TLS change.'] },
      },
    };
    open(`${ADDRESS}/${aLink().uuid}`);
    const host = await screen.findByLabelText('Host');
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
    await user.clear(host);
    await user.type(host, 'other.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Enter the password again/)).toBeTruthy();
    expect(JSON.parse(sent('PUT')[0]?.body ?? '').password ?? '').toBe('');
  });

  it('of a link of the environment leaves its address alone', async () => {
    links = [aLink({ managed_by: 'environment' })];
    open(`${ADDRESS}/${aLink().uuid}`);
    expect((await screen.findByLabelText<HTMLInputElement>('Host')).disabled).toBe(true);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect((screen.getByLabelText('Window (parts)') as HTMLInputElement).disabled).toBe(false);
    expect(screen.getByText(/SMPP_URL/)).toBeTruthy();
  });

  it('fills in an HTTP link for a known service, and sends its kind', async () => {
    const user = userEvent.setup();
    open(`${ADDRESS}/create`);
    await user.click(await screen.findByRole('radio', { name: /^HTTP/ }));
    expect(screen.queryByLabelText('Host')).toBeNull();
    await user.selectOptions(await screen.findByLabelText('Fill in for'), 'Sparrow SMS');
    await user.type(screen.getByLabelText('Name'), 'sparrow');
    await user.type(screen.getByLabelText('Secret'), 'v2_token');
    expect(screen.queryByLabelText(/^Report: /)).toBeNull();
    await user.selectOptions(screen.getByLabelText('How reports arrive'), 'This server asks the operator');
    expect(screen.getByLabelText(/^Address to ask for a result/)).toBeTruthy();
    await user.selectOptions(
      screen.getByLabelText('How reports arrive'),
      'None: the operator has no reports',
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    const body = JSON.parse(sent('POST')[0]?.body ?? '');
    const sparrow = httpPresets.find(({ name }) => name === 'Sparrow SMS');
    expect(body).toMatchObject({ ...sparrow?.settings, kind: 'http', name: 'sparrow', password: 'v2_token' });
    expect(body).not.toHaveProperty('host');
  });

  it('keeps what was typed when somebody looks at the other kind, which counts requests', async () => {
    const user = userEvent.setup();
    open(`${ADDRESS}/create`);
    await user.type(await screen.findByLabelText('Name'), 'ntc-main');
    await user.type(screen.getByLabelText('Host'), 'smsc.ntc.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Required')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^HTTP/ }));
    const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
    await waitFor(() => expect(value('Window (requests)')).toBe('10'));
    expect(screen.getByText(/^Requests that can be unanswered at once/)).toBeTruthy();
    expect(value('Name')).toBe('ntc-main');
    expect(screen.queryByText('Required')).toBeNull();
    await user.type(screen.getByLabelText('Address'), 'https://sms.example');
    await user.clear(screen.getByLabelText('Requests per second'));
    await user.type(screen.getByLabelText('Requests per second'), '7');
    await user.click(screen.getByRole('radio', { name: /^SMPP/ }));
    expect(await screen.findByLabelText('Host')).toBeTruthy();
    expect([value('Host'), value('Window (parts)'), value('Parts per second')]).toEqual([
      ...['smsc.ntc.example', '100', '7'],
    ]);
    await user.type(screen.getByLabelText('System ID'), 'provider');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    const body = JSON.parse(sent('POST')[0]?.body ?? '');
    expect(body).toMatchObject({ kind: 'smpp', name: 'ntc-main', host: 'smsc.ntc.example', rate: 7 });
    expect(body).not.toHaveProperty('http_url');
  });

  it('tests a connection before it is saved, and shows the result', async () => {
    const user = userEvent.setup();
    open(`${ADDRESS}/create`);
    await user.type(await screen.findByLabelText('Name'), 'ntc-main');
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    expect(await screen.findAllByText('Required')).toHaveLength(2);
    expect(sent('POST')).toHaveLength(0);
    await user.type(screen.getByLabelText('Host'), 'smsc.ntc.example');
    await user.type(screen.getByLabelText('System ID'), 'provider');
    tested = { result: 'refused_login', detail: 'ESME_RINVPASWD', milliseconds: 1234 };
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    const failed = /refuses the login.*\(ESME_RINVPASWD, 1,234 ms\)/;
    expect((await screen.findByText(failed)).closest('[role=status]')).toBeTruthy();
    expect(sent('POST').map(({ url }) => url)).toEqual([`${PATH}test/`]);
    tested = { result: 'signed_in', detail: '', milliseconds: 80 };
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText(/connection works.*\(80 ms\)/)).toBeTruthy();
    refusal = {
      status: 400,
      body: { detail: 'x', code: 'invalid', errors: { password: ['Enter the password from the operator.'] } },
    };
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });
});
