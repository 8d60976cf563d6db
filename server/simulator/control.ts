import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { settingsSchema } from './deliveryResult.ts';
import type { Simulator } from './simulator.ts';

/** A simulated operator of either protocol, as far as the control API needs it. */
type Controlled = Pick<Simulator, 'stats' | 'messages' | 'answer' | 'settings' | 'change' | 'reset'>;

/** A handset has a number; a short message has at most 70 characters in any alphabet. */
const handsetSms = z.strictObject({
  from: z.string().regex(/^\+?\d{6,15}$/),
  to: z.string().min(1).max(20),
  text: z.string().max(70),
});

/**
 * The simulator's HTTP API, for tests and measurements; it has no password, so listen on loopback only. GET /stats, GET
 * /messages?to=+977..., GET and PUT /settings, POST /reset, and POST /mo {from, to, text}: a reply from a handset; it
 * returns the command_status of the client's acknowledgement.
 */
export function createControl(simulator: Controlled): Server {
  return createServer(async (request, response) => {
    const { status, body } = await answer(simulator, request).catch((error: Error) => ({
      status: 400,
      body: { detail: error.message },
    }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

async function answer(
  simulator: Controlled,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /stats':
      return { status: 200, body: simulator.stats() };
    case 'GET /messages':
      return { status: 200, body: await simulator.messages(url.searchParams.get('to') ?? '') };
    case 'GET /settings':
      return { status: 200, body: simulator.settings };
    case 'PUT /settings':
      simulator.change(settingsSchema.partial().parse(await json(request)));
      return { status: 200, body: simulator.settings };
    case 'POST /mo': {
      const status = await simulator.answer(handsetSms.parse(await json(request)));
      if (status === undefined) return { status: 503, body: { detail: 'no client is bound to receive it' } };
      if (status === null) return { status: 504, body: { detail: 'the client left without an answer' } };
      return { status: 200, body: { command_status: status } };
    }
    case 'POST /reset':
      simulator.reset();
      return { status: 200, body: simulator.stats() };
    default:
      return { status: 404, body: { detail: 'no such page' } };
  }
}
