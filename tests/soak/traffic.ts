import { createRandom, type Random } from '../support/random.ts';
import type { Client } from './client.ts';
import type { Customer, People } from './customers.ts';

/** What was answered with 2xx. */
export interface Accepted {
  /** By campaign, as it was answered: the name that was sent and how many recipients. */
  campaigns: Map<string, { name: string; recipients: number }>;
  /** Confirmed top-ups in paisa, and packages bought, by account. */
  topups: Map<string, number>;
  packages: Map<string, number>;
  /** What no server should have answered. */
  surprises: string[];
  /** Recipients of all campaigns. */
  messages: number;
}

interface Traffic {
  accepted: Accepted;
  /** No new request is begun; resolves when those under way are answered. */
  stop(): Promise<void>;
}

const COMPOSE = '/v1/sms/compose/';
const TOPUP = 100_000;
const LONG_BODY = 'A message that is longer than one part. '.repeat(5);
const PREFIXES = ['9841', '9851', '9801', '9811'];

/** Customers who send campaigns of all sizes, steer them, top up and buy packages, until stopped. */
export function startTraffic(seed: number, { ask, insist }: Client, people: People, pace: number): Traffic {
  let numbers = 0;
  let stopped = false;
  const accepted: Accepted = {
    campaigns: new Map(),
    topups: new Map(),
    packages: new Map(),
    surprises: [],
    messages: 0,
  };
  const add = (to: Map<string, number>, account: string, amount: number) =>
    to.set(account, (to.get(account) ?? 0) + amount);
  /** Each number once in a soak, so that an operator's count by number is a count by message. */
  const nextNumber = () => {
    const n = numbers++;
    return `${PREFIXES[n % PREFIXES.length]}${String(100_000 + Math.floor(n / PREFIXES.length)).padStart(6, '0')}`;
  };

  /** What must succeed, exactly once however often it is repeated; answers the uuid. */
  const effect = async (token: string, path: string, body: object, key: string, twice: boolean) => {
    const answer = await insist(token, path, body, key);
    if (!answer) return undefined;
    const uuid = answer.body.data?.uuid;
    if (answer.status >= 300 || !uuid) {
      accepted.surprises.push(
        `${path} ${key}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`,
      );
      return undefined;
    }
    if (twice) {
      const again = await insist(token, path, body, key);
      if (again && again.body.data?.uuid !== uuid) {
        accepted.surprises.push(
          `${path} ${key} answered ${uuid} and then ${JSON.stringify(again).slice(0, 300)}`,
        );
      }
    }
    return uuid;
  };

  const sizeOf = (random: Random) => {
    const kind = random.next();
    if (kind < 0.6) return random.between(1, 5);
    if (kind < 0.97) return random.between(20, 300);
    return random.between(1000, 3000);
  };

  const send = async (customer: Customer, random: Random, name: string) => {
    const recipients = Array.from({ length: sizeOf(random) }, nextNumber);
    const body = {
      name,
      sender: customer.sender,
      body: random.next() < 0.2 ? LONG_BODY : 'Hello',
      recipients: { numbers: recipients },
      max_cost: 100_000_000,
    };
    const uuid = await effect(customer.token, COMPOSE, body, name, random.next() < 0.3);
    if (!uuid) return;
    accepted.campaigns.set(uuid, { name, recipients: recipients.length });
    accepted.messages += recipients.length;
    const steer = random.next();
    if (steer < 0.1) await ask(customer.token, `${COMPOSE}${uuid}/cancel/`);
    else if (steer < 0.2) {
      await ask(customer.token, `${COMPOSE}${uuid}/pause/`);
      await ask(customer.token, `${COMPOSE}${uuid}/resume/`);
    }
  };

  const topUp = async ({ account, token }: Customer, key: string) => {
    const asked = { amount: TOPUP, method: 'bank', reference: key };
    const uuid = await effect(token, '/v1/credit/payment/credit_payment_initiate/', asked, key, false);
    if (!uuid) return;
    const path = '/v1/credit/payment/credit_payment_confirm/';
    if (await effect(people.token, path, { uuid }, `${key} confirmed`, true))
      add(accepted.topups, account, TOPUP);
  };

  const buy = async ({ account, token }: Customer, key: string) => {
    const { uuid, price } = people.package;
    const path = '/v1/credit/user-payment-reference/smspackages/';
    const bought = await effect(token, path, { package: uuid, price, method: 'wallet' }, key, true);
    if (bought) add(accepted.packages, account, 1);
  };

  const live = async (customer: Customer, n: number) => {
    const random = createRandom(seed * 1000 + n);
    for (let i = 0; !stopped; i++) {
      const name = `soak ${seed} ${n} ${i}`;
      const what = random.next();
      if (what < 0.06) await topUp(customer, name);
      else if (what < 0.12) await buy(customer, name);
      else await send(customer, random, name);
      await new Promise((rest) => setTimeout(rest, random.between(0, 2 * pace)));
    }
  };
  const lives = people.customers.map(live);
  return {
    accepted,
    async stop() {
      stopped = true;
      await Promise.all(lives);
    },
  };
}
