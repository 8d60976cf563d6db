import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnAccount } from '#schema/account.ts';
import type { Failure } from '#schema/entity.ts';
import type { Profile } from '#schema/user.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const PROFILE = '/v1/autho/user/profile/';
const ACCOUNTS = '/v1/autho/accounts/';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

type One<T> = { data: T } & Failure;
const put = (body: unknown) => world.call<One<Profile>>('customer', 'PUT', PROFILE, body);
const fields = ({ errors }: Failure) => Object.keys(errors ?? {});

describe('own data', () => {
  test('name and phone are changed, the phone into E.164', async () => {
    const { status, body } = await put({ name: '  Sita K. Sharma ', phone: '०९८४१-०००००१' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Sita K. Sharma', phone: '+9779841000001' });
    expect(body.data.ui_permissions.length).toBeGreaterThan(0);
    const read = await world.call<One<Profile>>('customer', 'GET', PROFILE);
    expect(read.body).toEqual(body);
  });

  test('a phone that is not given stays; null and blank take it away', async () => {
    await put({ name: 'Sita', phone: '9841000001' });
    expect((await put({ name: 'Sita' })).body.data.phone).toBe('+9779841000001');
    expect((await put({ name: 'Sita', phone: null })).body.data.phone).toBeNull();
    await put({ name: 'Sita', phone: '9841000001' });
    expect((await put({ name: 'Sita', phone: ' ' })).body.data.phone).toBeNull();
  });

  test.each([
    ['no name', { phone: null }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a landline', { name: 'Sita', phone: '014123456' }, 'phone'],
    ['a foreign number', { name: 'Sita', phone: '+14155550100' }, 'phone'],
    ['another e-mail address', { name: 'Sita', email: 'admin@demo.test' }, 'email'],
    ['another role', { name: 'Sita', role: 'admin' }, 'role'],
    ['more pairs', { name: 'Sita', ui_permissions: [['user-list', 'post']] }, 'ui_permissions'],
    ['a balance', { name: 'Sita', wallet: { balance: 1 } }, 'wallet'],
  ])('%s is refused and changes nothing', async (_, body, field) => {
    const before = (await world.call('customer', 'GET', PROFILE)).body;
    const answer = await put(body);
    expect([answer.status, fields(answer.body)]).toEqual([400, [field]]);
    expect((await world.call('customer', 'GET', PROFILE)).body).toEqual(before);
  });

  test('staff change theirs, too; nobody another’s, and none without profile-my post', async () => {
    const other = (await world.call('other', 'GET', PROFILE)).body;
    const { body } = await world.call<One<Profile>>('admin', 'PUT', PROFILE, { name: 'Bikash K. Rai' });
    expect(body.data.name).toBe('Bikash K. Rai');
    expect((await world.call('other', 'GET', PROFILE)).body).toEqual(other);
    expect((await world.call(null, 'PUT', PROFILE, { name: 'X' })).status).toBe(401);
    const set = (pairs: string | null) =>
      sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE email = 'other@demo.test'`.execute(
        world.db,
      );
    await set('[["profile-my","get"]]');
    expect((await world.call('other', 'PUT', PROFILE, { name: 'X' })).status).toBe(403);
    await set(null);
  });
});

test('the profile says where a message would go now, to customers and staff', async () => {
  const shown = async () => {
    const answers = await Promise.all(
      (['customer', 'support'] as const).map((as) => world.call<One<Profile>>(as, 'GET', PROFILE)),
    );
    return answers.map(({ body }) => body.data.sending);
  };
  expect(await shown()).toEqual(['operator', 'operator']);
  await sql`UPDATE operator_link SET is_active = false`.execute(world.db);
  expect(await shown()).toEqual(['operator', 'operator']);
  await sql`UPDATE operator_link SET is_active = true, is_simulator = true`.execute(world.db);
  expect(await shown()).toEqual(['simulator', 'simulator']);
  await sql`DELETE FROM operator_link`.execute(world.db);
  expect(await shown()).toEqual(['none', 'none']);
});

describe('own account', () => {
  const own = () => `${ACCOUNTS}${world.accounts.customer}/`;
  const save = (body: object) => world.call<One<OwnAccount>>('customer', 'PUT', own(), body);
  const read = async () => (await world.call<One<OwnAccount>>('customer', 'GET', own())).body.data;
  const setKyc = (status: string) =>
    sql`UPDATE account SET name = 'Himal Traders', type = 'company', pan = '301234567', address = NULL, kyc_status = ${status}
      WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  const same = { name: 'Himal Traders', type: 'company', pan: '301234567' };
  beforeEach(async () => {
    await setKyc('none');
  });

  test('the list has this one account and no other', async () => {
    const { body } = await world.call<{ count: number; results: OwnAccount[] }>('customer', 'GET', ACCOUNTS);
    expect([body.count, body.results.map(({ uuid }) => uuid)]).toEqual([1, [world.accounts.customer]]);
    expect(body.results[0]).toMatchObject({ ...same, address: null, kyc_status: 'none' });
    const staff = await world.call<{ results: OwnAccount[] }>('admin', 'GET', ACCOUNTS);
    expect(staff.body.results.map(({ uuid }) => uuid)).toEqual([world.accounts.provider]);
  });

  test('is told with its PAN in the profile of those who may read it, and without to others', async () => {
    const shown = async () =>
      (await world.call<One<Profile>>('customer', 'GET', PROFILE)).body.data.account.pan;
    expect(await shown()).toBe('301234567');
    const set = (pairs: string | null) =>
      sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE email = ${world.emails.customer}`.execute(
        world.db,
      );
    await set('[["sms-list","get"]]');
    expect(await shown()).toBeNull();
    await set(null);
  });

  test('is changed; a PAN is read in Devanagari digits, too', async () => {
    const { status, body } = await save({
      name: 'Himal Exports',
      type: 'individual',
      pan: '६०१ २३४ ५६७',
      address: ' New Road, Kathmandu ',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Himal Exports',
      type: 'individual',
      pan: '601234567',
      address: 'New Road, Kathmandu',
    });
    expect((await save({ ...same, pan: null })).body.data.pan).toBeNull();
  });

  test.each([
    ['eight digits', { pan: '30123456' }, 'pan'],
    ['ten digits', { pan: '3012345678' }, 'pan'],
    ['letters', { pan: '30123456A' }, 'pan'],
    ['another type', { type: 'ngo' }, 'type'],
    ['no name', { name: '' }, 'name'],
    ['a KYC of one’s own making', { kyc_status: 'approved' }, 'kyc_status'],
    ['a balance', { balance: 1 }, 'balance'],
  ])('%s is refused', async (_, body, field) => {
    const answer = await save({ ...same, ...body });
    expect([answer.status, fields(answer.body)]).toEqual([400, [field]]);
    expect(await read()).toMatchObject(same);
  });

  test('another account is not found and not changed, even by staff', async () => {
    const theirs = `${ACCOUNTS}${world.accounts.other}/`;
    expect((await world.call('customer', 'GET', theirs)).status).toBe(404);
    for (const caller of ['customer', 'admin'] as const)
      expect((await world.call(caller, 'PUT', theirs, same)).status).toBe(404);
    const mine = await world.call<One<OwnAccount>>('other', 'GET', theirs);
    expect(mine.body.data.name).toBe('Terai Mills');
  });

  test('once KYC is approved, name, type and PAN stay, and the address may still change', async () => {
    await setKyc('approved');
    const answer = await save({ name: 'Other', type: 'company', pan: null, address: 'Pokhara' });
    expect([answer.status, fields(answer.body)]).toEqual([400, ['name', 'pan']]);
    expect(answer.body.errors?.name?.[0]).toMatch(/KYC/);
    expect(await read()).toMatchObject({ ...same, address: null });
    const moved = await save({ ...same, address: 'Pokhara' });
    expect([moved.status, moved.body.data.address]).toEqual([200, 'Pokhara']);
  });

  test.each(['pending', 'rejected'])('while KYC is %s they may change', async (status) => {
    await setKyc(status);
    expect((await save({ ...same, name: 'Himal Exports' })).status).toBe(200);
  });
});
