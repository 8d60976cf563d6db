import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWithPeer, type Peer, startPeer } from '../support/peer.ts';

interface Page {
  count: number;
  next: string | null;
  results: Record<string, unknown>[];
}

/**
 * What differs in the peer: each of these is usual in Django REST Framework, and differs from the reference
 * server. The console and the contract check are tested with them.
 */
describeWithPeer('an API that is not ours', () => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await startPeer({ origins: ['http://console.test'] });
  });
  afterAll(() => peer?.close());

  test('has pages of ten, whatever size is asked for', async () => {
    const { body } = await peer.call<Page>('customer', 'GET', '/v1/core/contacts/?page=2&page_size=25');
    expect(body.count).toBe(60);
    expect(body.results).toHaveLength(10);
    expect(body.next).toBe(`${peer.url}/v1/core/contacts/?page=3&page_size=25`);
  });

  test('has an integer beside the uuid, none of our fields, and no uuid where there is no detail', async () => {
    const contacts = await peer.call<Page>('customer', 'GET', '/v1/core/contacts/');
    const contact = contacts.body.results[0];
    expect(contact).toMatchObject({ id: 60, uuid: expect.any(String), groups: [] });
    expect(contact).not.toHaveProperty('attributes');
    expect(contact).not.toHaveProperty('operator');
    const entries = await peer.call<Page>('customer', 'GET', '/v1/credit/wallet-history/');
    expect(entries.body.results[0]).toMatchObject({ id: 1, amount: 5_000_000 });
    expect(entries.body.results[0]).not.toHaveProperty('uuid');
  });

  test('answers a record bare; the profile and an upload under data, as the specification asks', async () => {
    const made = await peer.call<{ uuid: string }>('customer', 'POST', '/v1/sms/templates/', {
      name: 'New',
      body: 'Hello',
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'New' } });
    const one = await peer.call('customer', 'GET', `/v1/sms/templates/${made.body.uuid}/`);
    expect(one.body).toMatchObject({ uuid: made.body.uuid, body: 'Hello' });
    const profile = await peer.call<{ data: object }>('customer', 'GET', '/v1/autho/user/profile/');
    expect(profile.body.data).toMatchObject({ name: 'Sita Sharma', wallet: { balance: expect.any(Number) } });
    expect(profile.body.data).not.toHaveProperty('role');
    const form = new FormData();
    form.append('file', new Blob(['phone\n9841000001\n']), 'one.csv');
    const file = await peer.call('customer', 'POST', '/v1/core/upload/file/public/', form);
    expect(file).toMatchObject({ status: 201, body: { data: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  });

  test('refuses with bare field errors, with non_field_errors, and with a page of HTML', async () => {
    const contacts = '/v1/core/contacts/';
    const wrong = await peer.call('customer', 'POST', contacts, { phone: 'abc' });
    expect(wrong).toMatchObject({ status: 400, body: { phone: ['Enter a valid phone number.'] } });
    const same = await peer.call('customer', 'POST', contacts, { phone: '+9779841000001' });
    expect(same).toMatchObject({
      status: 400,
      body: { non_field_errors: ['The fields account, phone must make a unique set.'] },
    });
    const twice = await peer.call('customer', 'POST', '/v1/sms/templates/', { name: 'Greeting', body: 'x' });
    expect(twice.status).toBe(500);
    expect(twice.body).toContain('<h1>Server Error (500)</h1>');
    expect(await peer.call('reader', 'POST', contacts, { phone: '+9779849999999' })).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    });
    expect(await peer.call(null, 'GET', contacts)).toMatchObject({ status: 401 });
  });

  test('refuses a PUT that is not the whole record', async () => {
    const path = '/v1/core/sms/blacklist-numbers/';
    const { body: entry } = await peer.call<{ uuid: string; phone: string }>('customer', 'POST', path, {
      phone: '+9779851234567',
    });
    const put = (body: object) => peer.call('customer', 'PUT', `${path}${entry.uuid}/`, body);
    expect(await put({ reason: 'Asked' })).toMatchObject({
      status: 400,
      body: { phone: ['This field is required.'] },
    });
    expect(await put({ phone: entry.phone, reason: 'Asked' })).toMatchObject({
      status: 200,
      body: { reason: 'Asked' },
    });
    await peer.call('customer', 'DELETE', `${path}${entry.uuid}/`);
  });

  test('keeps no null for a text, which may be blank', async () => {
    const path = '/v1/core/contacts/';
    const phone = '+9779851234568';
    const { body } = await peer.call<{ uuid: string }>('customer', 'POST', path, { name: 'Maya', phone });
    const put = (name: string | null) =>
      peer.call('customer', 'PUT', `${path}${body.uuid}/`, { name, phone, groups: [] });
    expect(await put(null)).toMatchObject({ status: 400, body: { name: ['This field may not be null.'] } });
    expect(await put('')).toMatchObject({ status: 200, body: { name: '' } });
    await peer.call('customer', 'DELETE', `${path}${body.uuid}/`);
  });

  test('ignores filters, headers and fields that it does not know', async () => {
    const list = '/v1/core/sms/blacklist-numbers/';
    const filtered = await peer.call<Page>('customer', 'GET', `${list}?phone=%2B9779800000000`);
    expect(filtered.body.count).toBe(15);
    const senders = await peer.call<Page>('customer', 'GET', '/v1/sms/identities/');
    const asked = {
      name: 'Only asked',
      sender: senders.body.results[0]?.uuid,
      body: 'Hello',
      recipients: { numbers: ['+9779841000001'] },
      dry_run: true,
    };
    const sent = await peer.call('customer', 'POST', '/v1/sms/compose/', asked);
    expect(sent).toMatchObject({
      status: 201,
      body: { name: 'Only asked', status: 'sent', sender: 'HIMAL' },
    });
  });

  test('allows a configured origin, with the headers of django-cors-headers', async () => {
    const preflight = await fetch(`${peer.url}/v1/core/contacts/`, {
      method: 'OPTIONS',
      headers: { origin: 'http://console.test', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://console.test');
    expect(preflight.headers.get('access-control-allow-headers')).not.toContain('x-xsrf-token');
    const other = await fetch(`${peer.url}/v1/core/contacts/`, { headers: { origin: 'http://other.test' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});
