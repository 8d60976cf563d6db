import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Customer } from '../soak/customers.ts';
import type { RunningServer } from '../support/server.ts';

const COMPOSE = '/v1/sms/compose/';
const PAUSE = 200;
/** Milliseconds that an answer may take: longer than the server lets a commit wait. */
const ANSWER = 30_000;

interface SentCampaign {
  uuid: string;
  /** 977... */
  numbers: string[];
}

/** Customers' programs that send campaigns all the time, and repeat what was not answered with 2xx. */
export interface Traffic {
  /** Numbers (977...) of the campaigns that were answered with 201, by their uuids. */
  readonly accepted: ReadonlyMap<string, string[]>;
  /** When each was answered, in milliseconds since 1970. */
  readonly acceptedAt: readonly number[];
  /** Requests that were asked again. */
  readonly refused: number;
  /** Answers that no program can act on: neither 2xx nor 503 with Retry-After, or none in time. */
  surprises: string[];
  /** Sends one campaign beside the others, which is not among the accepted ones. */
  send(recipients: number, more?: object): Promise<SentCampaign>;
  start(): void;
  /** Resolves when the last campaign is accepted. */
  stop(): Promise<void>;
}

/** How much is sent. */
export interface Load {
  /** Of a campaign. */
  recipients: number;
  /** Messages that wait at most: enough that sending never pauses by itself, and few enough to be sent soon. */
  backlog: number;
  /** The API is killed meanwhile: an answer that does not come is no surprise. */
  apiDies?: boolean;
}

interface Options extends Load {
  /** Where the next request goes. */
  api(): RunningServer;
  customer: Customer;
  /** Messages that the operator has, or that nobody sends any more. */
  sent(): Promise<number>;
}

class Refused extends Error {}

export function createTraffic(options: Options): Traffic {
  const { api, customer, sent, recipients: many, backlog, apiDies = false } = options;
  const { token, sender } = customer;
  const accepted = new Map<string, string[]>();
  const acceptedAt: number[] = [];
  const surprises: string[] = [];
  let numbered = 0;
  let refused = 0;
  let running: Promise<void> | undefined;
  let isOver = false;

  /** Throws unless the answer is 2xx. The key makes it safe to ask again where the answer was lost. */
  async function post<T>(path: string, body: object, key: string): Promise<T> {
    const response = await fetch(api().url + path, {
      method: 'POST',
      signal: AbortSignal.timeout(ANSWER),
      headers: {
        authorization: `Token ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        connection: 'close',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) return (JSON.parse(text) as { data: T }).data;
    const { code } = JSON.parse(text) as { code?: string };
    // The first try is still at work: the answer to its repetition says so.
    const isRepeatable =
      code === 'in_flight' || (response.status === 503 && response.headers.has('retry-after'));
    if (!isRepeatable) surprises.push(`${path}: ${response.status} ${text}`);
    throw new Refused(text);
  }

  async function insist<T>(path: string, body: object, key: string): Promise<T> {
    for (;;) {
      try {
        return await post<T>(path, body, key);
      } catch (error) {
        refused++;
        if (!(error instanceof Refused || apiDies)) surprises.push(`${path}: ${error}`);
        await delay(PAUSE);
      }
    }
  }

  function nextNumber(): string {
    const number = `98${42_010_100 + numbered++}`;
    // None of the simulator's magic endings: it would refuse some, and let others wait.
    return /000[1-4]$/.test(number) ? nextNumber() : number;
  }

  async function send(recipients: number, more: object = {}): Promise<SentCampaign> {
    const numbers = Array.from({ length: recipients }, nextNumber);
    const text = { name: `of ${numbered}`, sender, body: `Hello ${numbered}`, ...more };
    const body = { ...text, recipients: { numbers } };
    const plan = await insist<Plan>(`${COMPOSE}plan/`, body, `plan ${numbered}`);
    const decision = { plan: plan.uuid, cost: plan.cost };
    const { uuid } = await insist<Campaign>(COMPOSE, { ...body, ...decision }, `send ${numbered}`);
    return { uuid, numbers: numbers.map((number) => `977${number}`) };
  }

  async function accept(): Promise<void> {
    const { uuid, numbers } = await send(many);
    accepted.set(uuid, numbers);
    acceptedAt.push(Date.now());
  }

  return {
    accepted,
    acceptedAt,
    get refused() {
      return refused;
    },
    surprises,
    send,
    start() {
      isOver = false;
      running = (async () => {
        while (!isOver) {
          if (accepted.size * many - (await sent()) < backlog) await accept();
          else await delay(PAUSE);
        }
      })();
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
