import { createHash, randomUUID } from 'node:crypto';
import type { Observer } from './observer.ts';

export interface Customer {
  account: string;
  sender: string;
  token: string;
}

export interface People {
  customers: Customer[];
  /** Of the administrator. */
  token: string;
  package: { uuid: string; price: number };
}

const OPENING = 2_000_000_000;
const PRICE = 5_000;

/** Customers with money, an administrator, and a package for sale. */
export async function createPeople(observer: Pick<Observer, 'insist'>, count: number): Promise<People> {
  const person = async (account: string, role: 'customer' | 'admin'): Promise<string> => {
    const token = `soak-${randomUUID()}`;
    const [user] = await observer.insist<{ uuid: string }[]>(
      `INSERT INTO users (account, name, email, role, password_hash) VALUES ($1, 'Soak', $2, $3, 'none') RETURNING uuid`,
      [account, `${randomUUID()}@soak.test`, role],
    );
    await observer.insist(
      `INSERT INTO token (hash, "user", expires_at) VALUES ($1, $2, now() + interval '10 days')`,
      [createHash('sha256').update(token).digest(), user?.uuid],
    );
    return token;
  };
  const customers: Customer[] = [];
  for (let i = 0; i < count; i++) {
    const [row] = await observer.insist<{ account: string; sender: string }[]>(
      `WITH a AS (INSERT INTO account (name, balance) VALUES ($1, $2) RETURNING uuid),
       e AS (INSERT INTO wallet_entry (account, kind, amount, balance) SELECT uuid, 'opening', $2, $2 FROM a),
       s AS (INSERT INTO sender_identity (account, name, purpose, status)
             SELECT uuid, $3, 'Soak', 'approved' FROM a RETURNING uuid)
       SELECT a.uuid AS account, s.uuid AS sender FROM a, s`,
      [`Customer ${i}`, OPENING, `SOAK${i}`],
    );
    const { account, sender } = row as { account: string; sender: string };
    customers.push({ account, sender, token: await person(account, 'customer') });
  }
  const [provider] = await observer.insist<{ uuid: string }[]>(
    `INSERT INTO account (name, is_provider) VALUES ('Provider', true) RETURNING uuid`,
  );
  const [pack] = await observer.insist<{ uuid: string }[]>(
    `INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Soak', 50, $1, 30) RETURNING uuid`,
    [PRICE],
  );
  return {
    customers,
    token: await person(provider?.uuid as string, 'admin'),
    package: { uuid: pack?.uuid as string, price: PRICE },
  };
}
