import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Profile } from '#schema/user.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';
import { codeIn, mailsTo } from '../../support/mailbox.ts';
import { person, RESEND, SIGNUP, setUpSignup, VERIFY, wrong } from './signupSetup.ts';

const setup = setUpSignup();
const { visitor, newestCode, later } = setup;

const count = async (app: TestApp, table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(app.db);
  return rows[0]?.n ?? -1;
};

describe('registering', () => {
  test('makes an account and its user once the code is right, and signs them in', async () => {
    const post = visitor();
    const email = 'Maya@Example.test';
    const values = person(email, {
      type: 'company',
      account_name: 'Rai Suppliers',
      phone: '९८४१-०००००१',
      language: 'ne',
    });
    const before = await count(setup.world, 'users');
    const started = await post(SIGNUP, values);
    // From another machine: the outbox is for this one.
    expect([started.status, Object.keys(started.body.data)]).toEqual([200, ['ticket']]);
    expect(await count(setup.world, 'users')).toBe(before);

    const otp = await newestCode(email);
    const { status, body } = await post(VERIFY, { email, otp, ticket: started.body.data.ticket });
    expect(status).toBe(200);
    const profile = await setup.world.app.inject({
      url: '/v1/autho/user/profile/',
      headers: { authorization: `Token ${body.data.token}` },
    });
    expect(profile.json<{ data: Profile }>().data).toMatchObject({
      name: 'Maya Rai',
      email,
      phone: '+9779841000001',
      role: 'customer',
      account: { name: 'Rai Suppliers' },
      wallet: { balance: 0 },
    });
    const { rows } = await sql`
      SELECT a.type, a.is_active, u.is_active AS user_active, u.language, u.last_login_at IS NOT NULL AS seen
      FROM users u JOIN account a ON a.uuid = u.account WHERE u.email = ${email}`.execute(setup.world.db);
    expect(rows).toEqual([
      { type: 'company', is_active: true, user_active: true, language: 'ne', seen: true },
    ]);
    expect((await post('/v1/login/', { email, password: 'a good password' })).status).toBe(200);
  });

  test('needs no ticket, and a person’s account bears their name', async () => {
    const post = visitor();
    const email = 'api@example.test';
    await post(SIGNUP, person(email, { account_name: '' }));
    expect((await post(VERIFY, { email: 'API@example.test', otp: await newestCode(email) })).status).toBe(
      200,
    );
    const { rows } = await sql`
      SELECT a.name, a.type FROM users u JOIN account a ON a.uuid = u.account WHERE u.email = ${email}`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ name: 'Maya Rai', type: 'individual' }]);
  });

  test('says what is wrong with each field', async () => {
    const post = visitor();
    const errors = async (more: object) =>
      (await post(SIGNUP, person('form@example.test', more))).body.errors;
    const personal = 'Choose a password that is not your name or e-mail address.';
    expect(await errors({ name: ' ', email: '', password: '' })).toEqual({
      name: ['Required'],
      email: ['Required'],
      password: ['Required'],
    });
    expect(await errors({ email: 'form@', phone: '01-4412345', password: 'seven77' })).toEqual({
      email: ['Enter an e-mail address, such as name@example.com.'],
      phone: ['Enter a Nepal mobile number, such as 9841234567.'],
      password: ['Use at least 8 characters.'],
    });
    expect(await errors({ type: 'company' })).toEqual({ account_name: ['Required'] });
    expect(await errors({ password: 'MAYA  RAI' })).toEqual({ password: [personal] });
    expect(await errors({ password: 'Form@Example.test' })).toEqual({ password: [personal] });
    const common = 'This password is too common and easy to guess. Choose another one.';
    for (const password of ['12345678', 'Password1', 'iloveyou ', 'QWERTYUIOP'])
      expect(await errors({ password })).toEqual({ password: [common] });
    expect(await errors({ role: 'admin' })).toEqual({ role: ['This field does not exist.'] });
    expect(await mailsTo(setup.world, 'form@example.test')).toEqual([]);
  });

  test('finishes nothing for a stranger who used the same address', async () => {
    const [owner, stranger] = [visitor(), visitor()];
    const email = 'wanted@example.test';
    const mine = (await owner(SIGNUP, person(email))).body.data.ticket;
    const myCode = await newestCode(email);
    const theirs = (await stranger(SIGNUP, person(email, { password: 'strangers choice' }))).body.data.ticket;
    const theirCode = await newestCode(email);
    // The owner takes the newest mail, which the stranger brought about.
    const mistaken = await owner(VERIFY, { email, otp: theirCode, ticket: mine });
    if (theirCode !== myCode) expect(mistaken.body.code).toBe('wrong_code');
    expect((await owner(VERIFY, { email, otp: myCode, ticket: mine })).status).toBe(200);
    expect((await stranger(VERIFY, { email, otp: theirCode, ticket: theirs })).body.code).toBe('wrong_code');
    expect((await owner('/v1/login/', { email, password: 'strangers choice' })).status).toBe(400);
    expect((await owner('/v1/login/', { email, password: 'a good password' })).status).toBe(200);
  });

  test('twice at once with the right code makes one account', async () => {
    const post = visitor();
    const email = 'twice@example.test';
    const tickets: string[] = [];
    for (let i = 0; i < 2; i++) tickets.push((await post(SIGNUP, person(email))).body.data.ticket);
    const codes = (await mailsTo(setup.world, email)).map(codeIn).reverse();
    const answers = await Promise.all(
      [0, 0, 1, 1].map((i) => post(VERIFY, { email, otp: codes[i], ticket: tickets[i] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'wrong_code')).toHaveLength(3);
    const { rows } = await sql`SELECT FROM users WHERE email = ${email}`.execute(setup.world.db);
    expect(rows).toHaveLength(1);
  });
});

describe('whether an address has an account', () => {
  test('no answer tells', async () => {
    const post = visitor();
    const addresses = [users.customer, 'nobody@example.test'];
    const answers: unknown[] = [];
    for (const email of addresses) {
      const started = await post(SIGNUP, person(email));
      const guess = { email, otp: '123456', ticket: started.body.data.ticket };
      const tried = [];
      // The new address has a code: what it is not is tried.
      const code = await newestCode(email);
      for (let i = 0; i < 6; i++) tried.push(await post(VERIFY, { ...guess, otp: wrong(code) }));
      await later(email, '61 seconds');
      const again = await post(RESEND, { email, ticket: guess.ticket });
      answers.push(
        JSON.parse(
          JSON.stringify([started, tried, again, (await post(RESEND, { email })).body.code]).replace(
            /"(request_id|ticket)":"[^"]*"/g,
            '"$1":""',
          ),
        ),
      );
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('the owner of a known address is told, once, and gets no code', async () => {
    const post = visitor();
    const { ticket } = (await post(SIGNUP, person(users.other))).body.data;
    await later(users.other, '61 seconds');
    expect((await post(RESEND, { email: users.other, ticket })).status).toBe(200);
    const letters = await mailsTo(setup.world, users.other);
    expect(letters.map(({ subject }) => subject)).toEqual(['Someone tried to register with your address']);
    expect(letters[0]?.text).toContain('https://sms.example/forgot-password');
    expect(codeIn(letters[0])).toBe('');
    const { rows } = await sql`SELECT FROM users WHERE email = ${users.other}`.execute(setup.world.db);
    expect(rows).toHaveLength(1);
    expect((await visitor()('/v1/login/', { email: users.other, password: PASSWORD })).status).toBe(200);
  });

  test('makes no difference to what a request does before it answers', async () => {
    const app = await createTestApp({ deliverMail: async () => {} });
    try {
      const left = [];
      for (const email of [users.customer, 'nobody@example.test']) {
        await visitor(app)(SIGNUP, person(email));
        const { rows } = await sql`
          SELECT s.code_hash, s.tries, m.kind, m.subject, m.sent_at FROM signup s JOIN mail m ON m.about = s.uuid
          WHERE s.email = ${email}`.execute(app.db);
        left.push(rows);
      }
      expect(left[0]).toEqual([{ code_hash: null, tries: 0, kind: 'signup', subject: null, sent_at: null }]);
      expect(left[1]).toEqual(left[0]);
    } finally {
      await app.close();
    }
  });
});

test('one internet address cannot sign up for many', async () => {
  const post = visitor();
  const statuses = [];
  for (let i = 0; i < 32; i++) statuses.push((await post(SIGNUP, { email: `n${i}@example.test` })).status);
  expect(statuses).toEqual([...Array(30).fill(400), 429, 429]);
  expect((await visitor()(SIGNUP, {})).status).toBe(400);
});

test('without a mail server of its own, a real server says that nobody can register', async () => {
  const app = await createTestApp({ environment: { DATABASE_URL: 'postgresql://elsewhere/db' } });
  try {
    const answer = await visitor(app)(SIGNUP, person('a@example.test'));
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(await count(app, 'signup')).toBe(0);
  } finally {
    await app.close();
  }
});
