import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { httpPresets } from '#schema/httpPresets.ts';
import { aLink } from '../support/linksData.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { ADDRESS, PATH, setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const { open, sent } = setup;

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
    setup.refusal = {
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
    setup.links = [aLink({ managed_by: 'environment' })];
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
    expect(await screen.findAllByText('Required')).toHaveLength(2);
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
    await user.type(screen.getByLabelText('Password'), 's3cret');
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
    expect(await screen.findAllByText('Required')).toHaveLength(3);
    expect(sent('POST')).toHaveLength(0);
    await user.type(screen.getByLabelText('Host'), 'smsc.ntc.example');
    await user.type(screen.getByLabelText('System ID'), 'provider');
    await user.type(screen.getByLabelText('Password'), 's3cret');
    setup.tested = { result: 'refused_login', detail: 'ESME_RINVPASWD', milliseconds: 1234 };
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    const failed = /refuses the login.*\(ESME_RINVPASWD, 1,234 ms\)/;
    expect((await screen.findByText(failed)).closest('[role=status]')).toBeTruthy();
    expect(sent('POST').map(({ url }) => url)).toEqual([`${PATH}test/`]);
    setup.tested = { result: 'signed_in', detail: '', milliseconds: 80 };
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    const works = await screen.findByText(/connection works.*\(80 ms\)/);
    // The unit stays beside its number.
    expect(works.textContent).toContain('80\u00a0ms');
    await user.click(screen.getByRole('radio', { name: /^HTTP/ }));
    expect(screen.queryByText(/connection works/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^SMPP/ }));
    setup.refusal = {
      status: 400,
      body: { detail: 'x', code: 'invalid', errors: { password: ['Enter the password from the operator.'] } },
    };
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  it('shows the result of a test only at its own link', async () => {
    const user = userEvent.setup();
    setup.links = [aLink(), aLink({ uuid: uuid(2), name: 'ncell-2' })];
    setup.tested = { result: 'signed_in', detail: '', milliseconds: 80 };
    const { router } = open(`${ADDRESS}/${uuid(1)}`);
    const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name });
    await heading(/ncell-1/);
    await act(() => router.navigate(`${ADDRESS}/${uuid(2)}`));
    await heading(/ncell-2/);
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await screen.findByText(/connection works/);
    await act(() => router.navigate(-1));
    await heading(/ncell-1/);
    expect(screen.queryByText(/connection works/)).toBeNull();
  });
});
