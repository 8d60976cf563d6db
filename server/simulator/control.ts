import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { settingsSchema } from './fate.ts';
import type { Simulator } from './simulator.ts';

/**
 * The simulator's HTTP side, for tests and measurements; listen on the loopback interface only, it asks for no
 * password. GET /stats, GET /messages?to=+977..., GET and PUT /settings, POST /reset.
 */
export function createControl(simulator: Simulator): Server {
  return createServer(async (request, response) => {
    const { status, body } = await answer(simulator, request).catch((error: Error) => ({
      status: 400,
      body: { detail: error.message },
    }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

async function answer(
  simulator: Simulator,
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
    case 'POST /reset':
      simulator.reset();
      return { status: 200, body: simulator.stats() };
    default:
      return { status: 404, body: { detail: 'no such page' } };
  }
}
