import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { postMail } from '../../../server/services/mail/mail.ts';
import { users } from '../../support/app.ts';
import { idleHandlers } from '../../support/idleHandlers.ts';
import { setUpMail } from './mailSetup.ts';

const setup = setUpMail();
const { received, stored, signUp } = setup;

describe('a mail', () => {
  test('that the server refuses temporarily is sent later', async () => {
    setup.refusals = [451];
    expect((await signUp('later@example.test')).status).toBe(200);
    expect(await stored()).toEqual([
      expect.objectContaining({
        sent: false,
        failed: false,
        attempts: 1,
        error: expect.stringContaining('451'),
      }),
    ]);
    await setup.deliver();
    expect(received).toEqual([]);
    await sql`UPDATE mail SET due_at = now()`.execute(setup.world.db);
    await setup.deliver();
    expect(received).toHaveLength(1);
    expect(await stored()).toEqual([expect.objectContaining({ sent: true, attempts: 2, error: null })]);
  });

  test('that the server refuses permanently is not retried, and no mail is retried forever', async () => {
    setup.refusals = [550];
    await signUp('gone@example.test');
    expect(await stored()).toEqual([expect.objectContaining({ failed: true, attempts: 1 })]);
    await sql`DELETE FROM mail`.execute(setup.world.db);
    setup.refusals = Array(20).fill(451);
    await signUp('busy@example.test');
    for (let i = 0; i < 10; i++) {
      await sql`UPDATE mail SET due_at = now()`.execute(setup.world.db);
      await setup.deliver();
    }
    expect(await stored()).toEqual([expect.objectContaining({ failed: true, sent: false, attempts: 8 })]);
  });

  test('goes out once when several processes deliver at once', async () => {
    for (let i = 0; i < 25; i++)
      await postMail(setup.world.db, { kind: 'password-changed', to: `p${i}@example.test` });
    await Promise.all([setup.deliver(), setup.deliver(), setup.deliver()]);
    expect(received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 25 }, (_, i) => `p${i}@example.test`).sort(),
    );
  });

  test('of a transaction that is rolled back is never sent', async () => {
    const work = setup.world.db.transaction().execute(async (trx) => {
      await postMail(trx, { kind: 'password-changed', to: 'never@example.test' });
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    await setup.deliver();
    expect(received).toEqual([]);
  });

  test('goes through the queue', async () => {
    const work = setup.deliver;
    const log = { error: () => {}, warn: () => {}, info: () => {} };
    const handlers = { ...idleHandlers, mail: work };
    const queue = await startQueue({ url: setup.world.url, handlers, log });
    setup.deliver = queue.deliverMail;
    try {
      await signUp('queued@example.test');
      await signUp('queued2@example.test');
      await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2);
    } finally {
      setup.deliver = work;
      await queue.stop();
    }
  });

  test('is forgotten after a week, with all that can no longer be used', async () => {
    await signUp('old@example.test');
    await setup.world.call(null, 'POST', '/v1/autho/password_reset/', { email: users.customer });
    const left = async () => {
      const { rows } = await sql<Record<string, number>>`
        SELECT (SELECT count(*) FROM mail) AS mails, (SELECT count(*) FROM signup) AS signups,
          (SELECT count(*) FROM password_reset) AS links, (SELECT count(*) FROM mail_quota) AS quotas`.execute(
        setup.world.db,
      );
      return rows[0];
    };
    const before = await left();
    expect(before).toMatchObject({ mails: 2, quotas: 2 });
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect(await left()).toEqual(before);
    await sql`UPDATE mail SET created_at = now() - interval '8 days'`.execute(setup.world.db);
    await sql`UPDATE signup SET expires_at = now() - interval '1 second'`.execute(setup.world.db);
    await sql`UPDATE password_reset SET expires_at = now() - interval '1 second'`.execute(setup.world.db);
    await sql`UPDATE mail_quota SET times = ARRAY[now() - interval '61 minutes']`.execute(setup.world.db);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect(await left()).toEqual({ mails: 0, signups: 0, links: 0, quotas: 0 });
  });
});
