import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { deliveryResultOf, isRead, neverConfirms, type Settings, viberResultOf } from './deliveryResult.ts';
import type { Journal } from './journal.ts';
import { type Accepted, createLedger, type DueReceipt, type Entry } from './ledger.ts';
import { messagesFor } from './messages.ts';
import type { SimulatorStats } from './simulator.ts';
import { createTurns } from './turns.ts';

interface HttpSimulatorOptions {
  journal: Journal;
  token: string;
  settings: Settings;
}

type Answer = { status: number; body: object | string };

/** Milliseconds until a callback that was not answered with 2xx is sent again. */
const RETRY_AFTER = 300;
/** Milliseconds from the delivery of a Viber message until it is read. */
const READ_AFTER = 200;
const refused = (status: number, code: string): Answer => ({ status, body: { status: 'error', code } });

/**
 * An operator with an HTTP API, with the results per number of the SMPP simulator (deliveryResult.ts):
 *
 * POST /sms/ {token, from, to, text, reference?, callback?}, as JSON or a form, answers {status: 'ok', id}, or
 * {status: 'error', code} with 400, 401 or 429. GET /sms/ID/?token= answers {id, state, error}; GET /credit/?token=
 * {credits}. With `callback` the receipt {id, reference, state, error, to} is posted there until it is answered with 2xx.
 * Nothing is answered before it is in the journal. POST /viber/ is the same for Viber messages, with results of their own;
 * the receipt of one that is read is followed by another with the state SEEN.
 */
export async function createHttpSimulator({ journal, token, settings }: HttpSimulatorOptions) {
  let ledger = createLedger();
  const turns = createTurns();
  let throttled = 0;
  let unanswered = 0;
  let mostUnanswered = 0;
  const states = new Map<string, Accepted>();
  const callbacks = new Map<string, { url: string; reference: string }>();
  /** The ids of Viber messages. */
  const vibers = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();

  const record = (entry: Entry): void => {
    ledger.apply(entry);
    if (entry.e === 'accepted') states.set(entry.id, entry);
  };
  const write = (entry: Entry): void => {
    record(entry);
    journal.append([entry]);
  };
  for await (const entry of journal.read()) record(entry);

  function later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  async function call(receipt: DueReceipt): Promise<void> {
    const callback = callbacks.get(receipt.id);
    if (!callback) return;
    const again = () => later(RETRY_AFTER, () => void call(receipt));
    if (!settings.receipts) return again();
    write({ e: 'sent', count: 1 });
    const { id, state, to } = receipt;
    const body = { id, reference: callback.reference, state, error: errorOf(state, vibers.has(id)), to };
    const answer = await fetch(callback.url, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) write({ e: 'acked', ids: [id] });
    else again();
  }

  /** A second report: the recipient has read the Viber message. It is not in the books, and is sent once. */
  async function callAgain(id: string, to: string): Promise<void> {
    const callback = callbacks.get(id);
    if (!callback) return;
    if (!settings.receipts) return later(READ_AFTER, () => void callAgain(id, to));
    const body = { id, reference: callback.reference, state: 'SEEN', error: '000', to };
    const answer = await fetch(callback.url, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (!answer?.ok) later(RETRY_AFTER, () => void callAgain(id, to));
  }

  function take(sent: Record<string, string>, isViber: boolean): Answer {
    if (sent.token !== token) return refused(401, 'BAD_TOKEN');
    const to = (sent.to ?? '').replace(/\D/g, '');
    const turn = settings.perMessage ? turns.of(to) : 0;
    const result = isViber ? viberResultOf(to, settings, turn) : deliveryResultOf(to, settings, turn);
    const at = Date.now();
    throttled += settings.throttle;
    const isThrottled = throttled >= 1;
    if (isThrottled) throttled--;
    const badNumber = isViber ? '9' : 'BAD_NUMBER';
    const error = isThrottled ? 'TOO_FAST' : to === '' || result.rejected ? badNumber : undefined;
    if (error) {
      write({ e: 'refused', to, error: isThrottled ? 'ESME_RTHROTTLED' : error, at });
      return refused(isThrottled ? 429 : 400, error);
    }
    const id = ledger.nextId();
    const due = at + settings.receiptAfter + (result.late ? settings.lateBy : 0);
    const { from = '', text = '', callback, reference = '' } = sent;
    // Who asks for the state instead of giving an address acknowledges nothing.
    write({ e: 'accepted', id, from, to, text, at, state: result.state, ...(callback && { due }) });
    const receipt = ledger.receipts.get(id);
    if (isViber) vibers.add(id);
    if (callback) callbacks.set(id, { url: callback, reference });
    if (receipt && !(isViber && neverConfirms(to))) later(due - at, () => void call(receipt));
    if (receipt && isViber && isRead(to)) later(due - at + READ_AFTER, () => void callAgain(id, to));
    return { status: 200, body: { status: 'ok', id } };
  }

  function stateOf(id: string): Answer {
    const entry = states.get(id);
    if (!entry) return refused(404, 'NO_MESSAGE');
    const late = deliveryResultOf(entry.to, settings).late ? settings.lateBy : 0;
    const isSilent = vibers.has(id) && neverConfirms(entry.to);
    const isOver = !isSilent && settings.receipts && Date.now() >= entry.at + settings.receiptAfter + late;
    const { state } = entry;
    return {
      status: 200,
      body: isOver ? { id, state, error: errorOf(state, vibers.has(id)) } : { id, state: 'ENROUTE' },
    };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, folder, id] = url.pathname.split('/');
    const query = Object.fromEntries(url.searchParams);
    if ((folder === 'sms' || folder === 'viber') && !id) {
      mostUnanswered = Math.max(mostUnanswered, ++unanswered);
      const answer = take({ ...query, ...bodyOf(request, await read(request)) }, folder === 'viber');
      later(settings.latency, () => {
        unanswered--;
        if (answer.status === 429 && settings.retryAfter !== '')
          response.setHeader('retry-after', settings.retryAfter);
        reply(response, answer.status === 200 ? misbehave(answer) : answer);
      });
    } else if (query.token !== token) reply(response, refused(401, 'BAD_TOKEN'));
    else if (folder === 'sms' || folder === 'viber') reply(response, stateOf(id ?? ''));
    else if (folder === 'credit') reply(response, { status: 200, body: { credits: 1000 } });
    else reply(response, refused(404, 'NO_PAGE'));
  }

  /** The answer to an accepted message, as bad as the settings want it; null: none. */
  function misbehave(answer: Answer): Answer | 'cut' | null {
    switch (settings.answers) {
      case 'error':
        return { status: 500, body: 'Internal Server Error' };
      case 'html':
        return { status: 200, body: '<html><body>Welcome to our portal</body></html>' };
      case 'garbage':
        return { status: 200, body: '{"status": "o' };
      case 'nameless':
        return { status: 200, body: { status: 'ok' } };
      case 'cut':
        return 'cut';
      case 'silent':
        return null;
      default:
        return answer;
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  return {
    /** Listens on the loopback interface; resolves with the port. */
    listen(port: number): Promise<number> {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
    },
    stats: (): SimulatorStats => ({
      ...ledger.stats(),
      ...{ sessions: 0, mostUnanswered, mostUnansweredOfAll: mostUnanswered },
    }),
    messages: (phone: string) => messagesFor(journal, phone),
    /** A handset's reply; this API has none. */
    answer: () => undefined,
    settings,
    change(patch: Partial<Settings>): void {
      Object.assign(settings, patch);
    },
    reset(): void {
      journal.clear();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      states.clear();
      callbacks.clear();
      turns.clear();
      ledger = createLedger(ledger.lastId());
      unanswered = mostUnanswered = 0;
    },
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      journal.close();
    },
  };
}

/** The operator's code with a final state; Viber's say that the recipient blocked the sender. */
const errorOf = (state: Accepted['state'], isViber: boolean): string =>
  ({ DELIVRD: '000', EXPIRED: isViber ? '000' : '027', UNDELIV: isViber ? '8' : '001' })[state];

function bodyOf({ headers }: IncomingMessage, body: string): Record<string, string> {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const sent = headers['content-type']?.startsWith('application/json')
    ? (JSON.parse(body || '{}') as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
  return { ...(bearer && { token: bearer }), ...sent };
}

function reply(response: ServerResponse, answer: Answer | 'cut' | null): void {
  if (answer === null) return;
  if (answer === 'cut') return void response.destroy();
  const isText = typeof answer.body === 'string';
  response.writeHead(answer.status, { 'content-type': isText ? 'text/html' : 'application/json' });
  response.end(isText ? answer.body : JSON.stringify(answer.body));
}
