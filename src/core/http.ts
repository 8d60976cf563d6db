import Cookies from 'js-cookie';
import { apiUrl, config } from './config.ts';
import { asText, fieldErrors, isObject, texts } from './errorTexts.ts';
import { endSession, getToken, leaveTo, loginPath, ownPath, stopActing } from './session.ts';

export interface FailureBody {
  detail?: string;
  code?: string;
  errors?: Record<string, string[]>;
  request_id?: string;
  data?: unknown;
}

/**
 * A failed call. `status` is the HTTP status, 500 when no answer came; `message` follows the
 * specification's section 8; `code` is the server's, or `network_error` or `timeout`, or ''.
 * react-admin reads `status`, `body` and `message` of it.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: FailureBody;
  readonly code: string;
  constructor(message: string, status = 500, body: FailureBody = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.code = body.code ?? '';
  }
}

/** English text and translation key of what the browser says when no answer came. */
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

/** Makes the error of an answer that is not 2xx from its status and raw body. */
export function failureOf(status: number, statusText: string, raw: string): HttpError {
  const json = parsed(raw);
  if (!isObject(json)) {
    const message = texts(json)?.join(' ') ?? asText(raw, status);
    return new HttpError(message || statusText || 'Internal Server Error', status || 500);
  }
  const errors = fieldErrors(json);
  const body: FailureBody = { ...json, errors };
  const message =
    texts(json.detail)?.join(' ') ??
    texts(json.message)?.join(' ') ??
    (errors && !isObject(json.errors) ? Object.values(errors).flat().join(' ') : raw);
  const failure = new HttpError(message || statusText || 'Internal Server Error', status || 500, body);
  if (failure.status >= 500) lastFailure = failure;
  return failure;
}

let lastFailure: HttpError | undefined;

/** The id of the request that the server just failed with this message, for toasts, which get no more than that. */
export const failedRequest = (message: unknown): string | undefined =>
  lastFailure?.message === message ? lastFailure?.body.request_id : undefined;

/** The name in a content-disposition header, the UTF-8 form first (RFC 6266). */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*\s*=\s*utf-8'[^']*'([^;]+)/i)?.[1];
  try {
    if (encoded) return decodeURIComponent(encoded.trim());
  } catch {
    // A broken encoding falls back to the plain name.
  }
  const plain = disposition?.match(/filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i);
  return plain?.[1]?.replace(/\\(.)/g, '$1') || plain?.[2]?.trim() || undefined;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Asks the person to show that it is them; answers whether they did. None as long as no shell is drawn. */
let askForProof: (() => Promise<boolean>) | undefined;
let proving: Promise<boolean> | undefined;
/** How often it was shown: what was sent before the last time needs no other. */
let proofs = 0;

/** Has `ask` called when the server wants a fresh proof before it does something; answers what takes that back. */
export function answerProof(ask: () => Promise<boolean>): () => void {
  askForProof = ask;
  return () => {
    if (askForProof === ask) askForProof = undefined;
  };
}

/** Requests that are refused at the same time wait for one answer. `before`: `proofs` when the request was sent. */
function prove(before: number): Promise<boolean> {
  if (before < proofs) return Promise.resolve(true);
  proving ??= (askForProof?.() ?? Promise.resolve(false))
    .then((isProved) => {
      if (isProved) proofs += 1;
      return isProved;
    })
    .finally(() => {
      proving = undefined;
    });
  return proving;
}

export interface JsonOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** For signing in: sends no token, and a 401 is an answer like any other. */
  anonymous?: boolean;
  /** Instead of the token that this browser has now. */
  token?: string;
}

interface Settings {
  /** The API's base URL without a last slash; '' is the page's own origin. */
  base?: string;
  /** What a 401 on a normal call does. */
  onUnauthorized?: () => void;
}

function signInAgain(): void {
  const login = loginPath();
  const own = `${ownPath()}?ended`;
  // The customer, or the hour, has ended what staff saw as the customer: their own session goes on.
  const isBack = stopActing();
  if (!isBack) endSession({ keepDrafts: true });
  leaveTo(isBack ? own : login);
}

/** The API's origin where it is another than the page's; else ''. */
export function originElsewhere(base = apiUrl()): string {
  const { origin } = new URL(base, location.origin);
  return origin === location.origin ? '' : origin;
}

/** The console's only caller of the network. Paths start with `/v1/`; failures reject with HttpError. */
export function createHttp({ base, onUnauthorized = signInAgain }: Settings = {}) {
  const url = (path: string) => (base ?? apiUrl()) + path;
  const elsewhere = () => originElsewhere(base);

  /** Of an API elsewhere: browsers do not tell whether it was reached, and refuses this page. */
  const noAnswer = (): HttpError => {
    const api = elsewhere();
    const message = api
      ? `No answer from ${api}. Either it cannot be reached, or it does not allow requests from ${location.origin}.`
      : NO_ANSWER;
    return new HttpError(message, 500, { code: 'network_error' });
  };

  const headers = (token: string | undefined): Record<string, string> => {
    // The page's cookie is no other server's.
    const xsrf = !elsewhere() && Cookies.get('XSRF-TOKEN');
    return {
      Accept: 'application/json',
      ...(token && { Authorization: `Token ${token}` }),
      ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
    };
  };

  /** `sent`: the token of the call; null for one that carries none on purpose. */
  const refuse = (error: HttpError, sent: string | undefined | null): HttpError => {
    // An answer to who this browser was signed in as before, in this tab or another, ends nothing of who it is now.
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
    const before = proofs;
    let answer: Response;
    try {
      answer = await fetch(url(path), { ...init, credentials: config().cookies ? 'include' : 'same-origin' });
    } catch (error) {
      const name = error instanceof Error || error instanceof DOMException ? error.name : '';
      if (name === 'AbortError') throw error;
      throw name === 'TimeoutError' ? new HttpError(TOO_LONG, 500, { code: 'timeout' }) : noAnswer();
    }
    if (answer.ok) return answer;
    const failure = failureOf(answer.status, answer.statusText, await answer.text());
    // Nothing was done: once the person has shown that it is them, the very same request is sent again.
    if (failure.code === 'proof_required' && !isAgain && (await prove(before)))
      return call(path, init, sent, true);
    throw refuse(failure, sent);
  }

  return {
    /** Answers the whole parsed body, envelope included; undefined for 204. */
    async json<T>(path: string, options: JsonOptions = {}): Promise<T> {
      const { body, signal, idempotencyKey, anonymous } = options;
      const token = anonymous ? undefined : (options.token ?? getToken());
      const method = options.method ?? (body === undefined ? 'GET' : 'POST');
      const answer = await call(
        path,
        {
          method,
          signal,
          headers: {
            ...headers(token),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        },
        anonymous ? null : token,
      );
      const raw = await answer.text();
      if (raw === '') return undefined as T;
      const json = parsed(raw);
      if (json === undefined) throw new HttpError(asText(raw, answer.status), 500);
      return json as T;
    },

    /** Sends one file as the multipart field `file`; `onProgress` hears the fraction sent. */
    upload<T>(
      path: string,
      file: File,
      { onProgress, signal }: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
    ): Promise<T> {
      return new Promise((resolve, reject) => {
        const token = getToken();
        const request = new XMLHttpRequest();
        request.open('POST', url(path));
        request.withCredentials = config().cookies;
        for (const [name, value] of Object.entries(headers(token))) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
          if (lengthComputable) onProgress?.(loaded / total);
        };
        request.onload = () => {
          const { status, statusText, responseText } = request;
          if (status >= 200 && status < 300) resolve(parsed(responseText) as T);
          else reject(refuse(failureOf(status, statusText, responseText), token));
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

    /** The file that the path answers, to be shown: its name and type are the server's word for it. */
    async file(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<File> {
      const token = getToken();
      const answer = await call(path, { headers: { ...headers(token), Accept: '*/*' }, signal }, token);
      const content = await answer.blob();
      const name = fileNameOf(answer.headers.get('content-disposition')) ?? '';
      return new File([content], name, { type: content.type });
    },

    /**
     * Saves what the path answers under the name that the server gives, else `name`. Rejects when it
     * fails; `onFailure` is called first unless the answer was JSON with a detail.
     */
    async download(
      path: string,
      { name = 'download', onFailure }: { name?: string; onFailure?: (error: HttpError) => void } = {},
    ): Promise<void> {
      try {
        const token = getToken();
        const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT);
        const answer = await call(path, { headers: { ...headers(token), Accept: '*/*' }, signal }, token);
        save(await answer.blob(), fileNameOf(answer.headers.get('content-disposition')) ?? name);
      } catch (error) {
        const failure = error instanceof HttpError ? error : noAnswer();
        if (typeof failure.body.detail !== 'string') onFailure?.(failure);
        throw failure;
      }
    },
  };
}

export type Http = ReturnType<typeof createHttp>;
export const http: Http = createHttp();
