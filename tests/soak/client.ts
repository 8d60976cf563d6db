import type { ServerProcess } from './processes.ts';

interface Answer {
  status: number;
  body: { data?: { uuid?: string }; code?: string; detail?: string };
}

/** A careful program: it repeats a request, with its key, until somebody answers for good. */
export interface Client {
  /** One request to one API process; undefined where no answer comes. */
  ask(token: string, path: string, body?: object, key?: string): Promise<Answer | undefined>;
  /** Repeats it until the answer is final. Undefined when the soak has ended without one. */
  insist(token: string, path: string, body: object, key: string): Promise<Answer | undefined>;
  /** Answers of 5xx so far, and requests without an answer. */
  readonly troubles: { refused: number; unanswered: number };
  giveUp(): void;
}

const PATIENCE_MS = 15_000;
const AGAIN_MS = 400;

export function createClient(apis: readonly ServerProcess[]): Client {
  let turn = 0;
  let hasEnded = false;
  const troubles = { refused: 0, unanswered: 0 };
  const ask: Client['ask'] = async (token, path, body, key) => {
    const { url } = apis[turn++ % apis.length] as ServerProcess;
    try {
      const response = await fetch(url + path, {
        method: 'POST',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          authorization: `Token ${token}`,
          // A kept connection to a killed process would fail for the next request, too.
          connection: 'close',
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = { status: response.status, body: (await response.json()) as Answer['body'] };
      if (answer.status >= 500) troubles.refused++;
      return answer;
    } catch {
      troubles.unanswered++;
      return undefined;
    }
  };
  return {
    ask,
    async insist(token, path, body, key) {
      while (!hasEnded) {
        const answer = await ask(token, path, body, key);
        const isFinal =
          answer && answer.status < 500 && answer.status !== 429 && answer.body.code !== 'in_flight';
        if (isFinal) return answer;
        await new Promise((again) => setTimeout(again, AGAIN_MS));
      }
      return undefined;
    },
    troubles,
    giveUp() {
      hasEnded = true;
    },
  };
}
