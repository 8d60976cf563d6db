import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type Logger, pino, stdSerializers } from 'pino';
import { errorText } from './db/errorText.ts';

/** Phones, addresses and secrets must never get into a log, whatever is logged. */
const SECRETS = ['phone', 'from', 'to', 'source', 'email', 'password', 'token', 'secret', 'authorization'];

/** What is kept of lines that cannot be written now, such as to a full disk. */
const KEPT_BYTES = 1024 * 1024;

/**
 * Standard output, which may take no more: its terminal was closed, or the disk of its file is full. Left to pino, the error
 * would end the process, or keep it forever: at its end pino tries again until it succeeds.
 */
function standardOutput() {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: KEPT_BYTES });
  stream.on('error', () => {
    stream.flushSync = () => {};
  });
  return stream;
}

/** The server's log: one line of JSON per event. */
export function createLog(
  level: string,
  destination: { write(line: string): void } = standardOutput(),
): Logger {
  const options = {
    level,
    redact: SECRETS.flatMap((name) => [name, `*.${name}`]),
    serializers: { req: requestLine, err: errorLine, error: errorLine },
  };
  return pino(options, destination);
}

const masked = (text: string | undefined): string | undefined =>
  text
    ?.replace(/(?<![^\s<>"'(),;])[^\s<>"'(),;]+@[^\s<>"'(),;]+/g, '[address]')
    .replace(/\+?\d{9,}/g, '[number]');

/**
 * An error without details of databases and mail servers: the row's values, the recipients. One of several steps that failed
 * has `errors`, each with its own stack.
 */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? masked(error) : error;
  const { type, message, stack } = stdSerializers.err(error);
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return {
    type,
    code,
    table,
    constraint,
    message: masked(message || errorText(error)),
    stack: masked(stack),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorLine) }),
  };
}

/**
 * The logged part of a request. It has the route instead of the URL, which may contain a searched phone or a password link.
 */
const requestLine = ({ method, routeOptions, ip }: FastifyRequest) => ({
  method,
  route: routeOptions?.url ?? null,
  ip,
});

/** Probes and scrapes, which come every few seconds. */
export const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { routeOptions, caller } = request;
    const line = {
      ...requestLine(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(caller && { user: caller.user, account: caller.account }),
      ...(caller?.actor && { actor: caller.actor }),
      ...(caller?.key && { key: caller.key }),
    };
    if (error) request.log.info({ ...line, why: error.message }, 'request cut short');
    else if (QUIET.has(routeOptions.url ?? '')) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  }
}

/** One line per finished request, with the id that an error response shows as `request_id`. */
export const requestLog = (): LogController => new RequestLog();
