import {
  createRequester,
  type OutgoingRequest,
  type Requester,
  RequestFailed,
} from '../../webhooks/request.ts';
import { createBackoff } from '../link/backoff.ts';
import type { Link, LinkEvents } from '../link/link.ts';
import { linkOver } from '../link/linkOver.ts';
import { createSender } from '../link/sender.ts';
import { CLOSED, createStateKeeper } from '../link/stateKeeper.ts';
import { within } from '../link/within.ts';
import { readAnswer, readReceipt, type Writing } from './answers.ts';
import { reach } from './reach.ts';
import { pollRequest, type Secrets, submitRequest } from './requests.ts';
import { restOf } from './retryAfter.ts';
import { jsonOf, textOf } from './values.ts';

/** Milliseconds. */
interface HttpTiming {
  /** The shortest and longest delay before the operator is tried again. */
  reconnectMin: number;
  reconnectMax: number;
  /** The first pause when the operator throttles. */
  throttle: number;
  /** Of throttling, until waiting messages are given back so that other links can take them. */
  giveBack: number;
  /** Allowed by close() for outstanding answers. */
  close: number;
}

const HTTP_TIMING: HttpTiming = {
  reconnectMin: 500,
  reconnectMax: 30_000,
  throttle: 1_000,
  giveBack: 6_000,
  close: 5_000,
};
/** Shorter than servers usually keep a connection, so that no message is written to one that just closes. */
const IDLE = 4_000;

export interface HttpLinkOptions extends LinkEvents, Secrets, Writing {
  name: string;
  /** Whether addresses in private networks are allowed. */
  allowPrivate: boolean;
  timing?: Partial<HttpTiming>;
}

/** A message as a request, with our id, which it keeps if the operator gives none. */
interface Part {
  request: OutgoingRequest;
  id: string;
}

/**
 * A link to an operator with an HTTP API: one request per message, as many at once as the window. It is bound while the
 * operator can be reached. A message is `temporary` only if the operator refused it so, or certainly did not get it, and
 * `unknown` if the request was written and there is no clear answer: no timeout, broken connection or 5xx is ever followed by
 * a second request.
 */
export function createHttpLink(options: HttpLinkOptions): Link {
  const { name, log, settings } = options;
  const timing: HttpTiming = { ...HTTP_TIMING, ...options.timing };
  const timeout = settings.http_timeout * 1000;
  const requester: Requester = createRequester({
    ...{ allowPrivate: options.allowPrivate, connections: 1000, idle: IDLE },
  });
  const keeper = createStateKeeper(name, options);
  const backoff = createBackoff({ shortest: timing.reconnectMin, longest: timing.reconnectMax });
  const now = options.now ?? (() => new Date());
  const sender = createSender<Part>({
    ...{ window: 0, rate: 0, responseTimeout: timeout },
    ...{ throttlePause: timing.throttle, giveBackAfter: timing.giveBack },
    onSilent: () => fail('the operator gives no clear answers'),
    now,
  });
  const ended = new AbortController();
  let sequence = 0;
  /** Until when the operator wants no questions about results, or is given time because it answered none. */
  let pollsRestUntil = 0;
  const pollsBackoff = createBackoff({ shortest: timing.reconnectMin, longest: timing.reconnectMax });
  let retry: NodeJS.Timeout | undefined;

  const limit = () => AbortSignal.any([AbortSignal.timeout(timeout), ended.signal]);
  const reasonOf = (error: unknown): string =>
    (error as Error).name === 'TimeoutError' || (error as { code?: string }).code === 'ABORT_ERR'
      ? `no answer within ${timeout} ms`
      : (error as Error).message;

  async function connect(): Promise<void> {
    keeper.set('connecting');
    try {
      await reach(settings.http_url, options.allowPrivate, limit());
    } catch (error) {
      goDown(reasonOf(error));
      return;
    }
    if (keeper.isClosing) return;
    // One that was silent must first answer a message: until then the delays keep growing although it can be reached.
    if (!sender.isSilent) backoff.reset();
    keeper.set('bound');
    sender.open(write);
  }

  /** Requests that fail later, after the link went down for the first, change nothing. */
  function fail(reason: string): void {
    if (keeper.state === 'bound') goDown(reason);
  }

  function goDown(reason: string): void {
    sender.pause(reason);
    if (keeper.isClosing) return;
    const wait = backoff.next();
    log?.warn({ link: name, reason, wait: Math.round(wait) }, 'link down');
    keeper.set('down', reason);
    retry = setTimeout(() => void connect(), wait);
  }

  function write(part: Part): number | null {
    try {
      options.onWrite?.();
    } catch (error) {
      // After this turn: the sender is in the middle of writing.
      queueMicrotask(() => fail((error as Error).message));
      return null;
    }
    const number = ++sequence;
    void send(part, number);
    return number;
  }

  async function send({ request, id }: Part, number: number): Promise<void> {
    try {
      const answer = await requester.send(request, limit());
      const reading = readAnswer(options, answer);
      const rest = reading.kind === 'accepted' ? 0 : restOf(answer, now());
      if (rest > 0) {
        log?.warn({ link: name, seconds: Math.ceil(rest / 1000) }, 'the operator asks to be left alone');
        sender.rest(rest);
      }
      if (reading.kind === 'accepted') sender.answered(number, null, reading.id || id);
      else if (reading.kind === 'refused') sender.answered(number, reading.refusal, '');
      else sender.lost(number, reading.reason);
    } catch (error) {
      const reason = reasonOf(error);
      if (!(error instanceof RequestFailed) || error.isWritten) return sender.lost(number, reason);
      fail(reason);
      sender.unwritten(number, reason);
    }
  }

  async function shutDown(): Promise<void> {
    clearTimeout(retry);
    await within(sender.drain(CLOSED), timing.close);
    ended.abort();
    sender.shut(CLOSED);
    requester.close();
    keeper.set('closed');
  }

  const mayPoll = () => !sender.isLeftAlone && performance.now() >= pollsRestUntil;

  const poll: Link['poll'] = async (message) => {
    const request = pollRequest(settings, options.secret, message.operatorId);
    const answer = await requester.send(request, limit()).catch((error: unknown) => {
      // Many are asked at once: the pause grows once for all that were.
      if (mayPoll()) pollsRestUntil = performance.now() + pollsBackoff.next();
      throw error;
    });
    pollsBackoff.reset();
    // How often results are asked for may be limited by itself, so messages continue.
    pollsRestUntil = Math.max(pollsRestUntil, performance.now() + restOf(answer, now()));
    return answer.status === 200 ? readReceipt(options, jsonOf(textOf(answer)), message) : null;
  };

  void connect();
  const inside = { name, keeper, sender };
  return linkOver(inside, {
    shutDown,
    submit(message) {
      const request = submitRequest(settings, options, message);
      return sender.submit([{ request, id: message.id ?? '' }], message);
    },
    ...(settings.http_receipts === 'poll' && { poll, mayPoll }),
  });
}
