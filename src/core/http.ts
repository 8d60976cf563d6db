import { forgetAhead, takeAhead } from './ahead.ts';
import { setClock } from './clock.ts';
import { apiUrl, config, originElsewhere } from './config.ts';
import {
  asText,
  fieldErrors,
  hasNoMessage,
  isObject,
  type Refusal,
  retrySeconds,
  texts,
  tooMany,
} from './errorTexts.ts';
import { fileNameOf } from './fileName.ts';
import { proofsSoFar, prove } from './proof.ts';
import { save } from './save.ts';
import { sending } from './sending.ts';
import { getToken, signInAgain } from './session.ts';
import { xsrfToken } from './xsrf.ts';

export interface FailureBody {
  detail?: string;
  code?: string;
  errors?: Record<string, string[]>;
  request_id?: string;
  data?: unknown;
}

/**
 * A failed call. `status` is the HTTP status, or 500 if no answer came; `message` follows section 8 of the
 * specification; `code` is the server's code, `network_error`, `timeout` or ''. react-admin reads `status`,
 * `body` and `message`.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: FailureBody;
  readonly code: string;
  /** Whether the server said nothing, so that `message` is the name of the status. A 429 always says when to try again. */
  isSilent = false;
  /** The answer's Retry-After: seconds, or a date. */
  retryAfter: string | null = null;
  constructor(message: string, status = 500, body: FailureBody = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.code = body.code ?? '';
  }
}

/** Whatever was thrown as a failed call. */
export const asFailure = (error: unknown): HttpError =>
  error instanceof HttpError ? error : new HttpError(String(error));

/** English text and translation key of the browser's message when no answer came. */
export const NO_ANSWER = 'The server could not be reached. Check your connection and try again.';
const TOO_LONG = 'The server took too long to answer. Try again in a few minutes.';
const DOWNLOAD_TIMEOUT = 300_000;

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** The error with a message; without one, it is silent and named after its status, or says after how many seconds to try again. */
function named(message: string, { status, statusText, retryAfter }: Refusal, body?: FailureBody): HttpError {
  const isBare = message === '';
  const wait = isBare && status === 429 ? retrySeconds(retryAfter) || 60 : undefined;
  const name = wait ? tooMany(wait) : statusText || 'Internal Server Error';
  const failure = new HttpError(message || name, status || 500, body);
  failure.isSilent = isBare && !wait;
  failure.retryAfter = wait ? String(wait) : retryAfter;
  return failure;
}

/** Builds the error for an answer that is not 2xx from its status and body. */
export function failureOf(refusal: Refusal, answer: string): HttpError {
  const json = parsed(answer);
  // Nobody can read `{}`.
  const raw = hasNoMessage(json) ? '' : answer;
  if (!isObject(json)) {
    return named(texts(json)?.join(' ') ?? asText(raw, refusal.status), refusal);
  }
  const errors = fieldErrors(json);
  const body: FailureBody = { ...json, errors };
  const message =
    texts(json.detail)?.join(' ') ??
    texts(json.message)?.join(' ') ??
    (errors && !isObject(json.errors) ? Object.values(errors).flat().join(' ') : raw);
  const failure = named(message, refusal, body);
  if (failure.status >= 500) lastFailure = failure;
  return failure;
}

let lastFailure: HttpError | undefined;

/** The id of a request that failed on the server, for support to look up. Refusals have none: their message says what to do. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof HttpError && error.status >= 500 ? error.body.request_id : undefined;

/** The id of the request that just failed with this message: toasts receive only the message. */
export const failedRequest = (message: unknown): string | undefined =>
  lastFailure?.message === message ? requestIdOf(lastFailure) : undefined;

interface DownloadOptions {
  /** The file's name if the server sends none. */
  name?: string;
  body?: unknown;
  onFailure?: (error: HttpError) => void;
}

export interface JsonOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
  ifMatch?: string;
  /** For signing in: sends no token, and treats a 401 like any other error. */
  anonymous?: boolean;
  /** Used instead of the token that this browser has now. */
  token?: string;
  /** A `Prefer` header for the page's own server: another would have to allow it. */
  prefer?: string | undefined;
}

interface Settings {
  /** The API's base URL without a trailing slash; '' is the page's own origin. */
  base?: string;
  /** Handles a 401 on a normal call. */
  onUnauthorized?: () => void;
}

/** The only code in the console that uses the network. Paths start with `/v1/`; failures reject with HttpError. */
export function createHttp({ base, onUnauthorized = signInAgain }: Settings = {}) {
  const url = (path: string) => (base ?? apiUrl()) + path;
  const elsewhere = () => originElsewhere(base);

  /** For an API on another origin, browsers do not say whether it was unreachable or refused this page. */
  const noAnswer = (): HttpError => {
    const api = elsewhere();
    const message = api
      ? `No answer from ${api}. Either it cannot be reached, or it does not allow requests from ${location.origin}.`
      : NO_ANSWER;
    return new HttpError(message, 500, { code: 'network_error' });
  };

  /** What the network gives: an answer, or its body, which can break off as well. */
  const received = <T>(part: Promise<T>): Promise<T> =>
    part.catch((error: unknown) => {
      const name = error instanceof Error || error instanceof DOMException ? error.name : '';
      if (name === 'AbortError') throw error;
      throw name === 'TimeoutError' ? new HttpError(TOO_LONG, 500, { code: 'timeout' }) : noAnswer();
    });

  const headers = (token: string | undefined): Record<string, string> => {
    // The cookie belongs to the page's own origin; other servers cannot check it.
    const xsrf = !elsewhere() && xsrfToken();
    return {
      Accept: 'application/json',
      ...(token && { Authorization: `Token ${token}` }),
      ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
    };
  };

  /** `sent`: the token of the call; null for a call without one. */
  const refuse = (error: HttpError, sent: string | undefined | null): HttpError => {
    // An answer to the token of an earlier session, of this tab or another, must not end the current session.
    const isPast = sent !== undefined && getToken() !== undefined && getToken() !== sent;
    if (error.status === 401 && sent !== null && !isPast) onUnauthorized();
    return error;
  };

  async function call(
    path: string,
    init: RequestInit,
    sent: string | undefined | null,
    isAgain = false,
  ): Promise<Response> {
    if (init.method) forgetAhead();
    const before = proofsSoFar();
    const asked = Date.now();
    const credentials = config().cookies ? 'include' : 'same-origin';
    const answer = await received(fetch(url(path), { ...init, credentials }));
    // One from a cache has the time at which it came there.
    if (!answer.headers.get('cache-control')?.includes('max-age'))
      setClock(answer.headers.get('date'), asked);
    if (answer.ok) return answer;
    const { status, statusText, headers: said } = answer;
    const retryAfter = said.get('retry-after');
    const failure = failureOf({ status, statusText, retryAfter }, await received(answer.text()));
    // Nothing was done yet: after the user has confirmed their identity, the same request is sent again.
    if (failure.code === 'proof_required' && !isAgain && (await prove(before)))
      return call(path, init, sent, true);
    throw refuse(failure, sent);
  }

  return {
    /** Returns the whole parsed body, envelope included; undefined for 204. */
    async json<T>(path: string, options: JsonOptions = {}): Promise<T> {
      const { body, signal, idempotencyKey, ifMatch, anonymous, prefer } = options;
      const isPlain = body === undefined && !options.method && !anonymous && !options.token;
      const ahead = isPlain && takeAhead(path);
      if (ahead) return ahead as Promise<T>;
      const token = anonymous ? undefined : (options.token ?? getToken());
      const answer = await call(
        path,
        {
          signal,
          ...sending(body, {
            ...headers(token),
            ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
            ...(ifMatch && { 'If-Match': ifMatch }),
            ...(prefer && !elsewhere() && { Prefer: prefer }),
          }),
          ...(options.method && { method: options.method }),
        },
        anonymous ? null : token,
      );
      const raw = await received(answer.text());
      if (raw === '') return undefined as T;
      const json = parsed(raw);
      if (json === undefined) throw new HttpError(asText(raw, answer.status), 500);
      return json as T;
    },

    /** Sends one file as the multipart field `file`; `onProgress` receives the fraction sent. */
    upload<T>(
      path: string,
      file: File,
      { onProgress, signal }: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
    ): Promise<T> {
      return new Promise((resolve, reject) => {
        const token = getToken();
        const request = new XMLHttpRequest();
        forgetAhead();
        request.open('POST', url(path));
        request.withCredentials = config().cookies;
        for (const [name, value] of Object.entries(headers(token))) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
          if (lengthComputable) onProgress?.(loaded / total);
        };
        request.onload = () => {
          const { status, statusText, responseText } = request;
          if (status >= 200 && status < 300) return resolve(parsed(responseText) as T);
          const retryAfter = request.getResponseHeader('retry-after');
          reject(refuse(failureOf({ status, statusText, retryAfter }, responseText), token));
        };
        request.onerror = () => reject(noAnswer());
        request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
        signal?.addEventListener('abort', () => request.abort(), { once: true });
        if (signal?.aborted) return reject(new DOMException('The upload was stopped.', 'AbortError'));
        const form = new FormData();
        form.append('file', file);
        request.send(form);
      });
    },

    /** The file at the path, for display; name and type are taken from the server. */
    async file(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<File> {
      const token = getToken();
      const answer = await call(path, { headers: { ...headers(token), Accept: '*/*' }, signal }, token);
      const content = await received(answer.blob());
      const name = fileNameOf(answer.headers.get('content-disposition')) ?? '';
      return new File([content], name, { type: content.type });
    },

    /**
     * Saves the answer under the server's file name, otherwise under `name`. With a `body` it is a POST. Rejects on
     * failure; `onFailure` is called first unless the answer was JSON with a detail.
     */
    async download(
      path: string,
      { name = 'download', body, onFailure }: DownloadOptions = {},
    ): Promise<void> {
      try {
        const token = getToken();
        const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT);
        const init = { signal, ...sending(body, { ...headers(token), Accept: '*/*' }) };
        const answer = await call(path, init, token);
        const content = await received(answer.blob());
        save(content, fileNameOf(answer.headers.get('content-disposition')) ?? name);
      } catch (error) {
        const failure = asFailure(error);
        if (typeof failure.body.detail !== 'string') onFailure?.(failure);
        throw failure;
      }
    },
  };
}

export type Http = ReturnType<typeof createHttp>;
export const http: Http = createHttp();
