import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  endpoint: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The stored objects, by key. */
  objects: Map<string, Buffer>;
  /** Every request as `METHOD key status`. */
  requests: string[];
  /** Answers 500 to this many further requests. */
  fail(times: number): void;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * Whether a request is signed with the secret (AWS Signature Version 4, docs.aws.amazon.com/AmazonS3/latest/API,
 * sig-v4-header-based-auth), body included where its hash is signed.
 */
function isSigned(request: IncomingMessage, body: Buffer, id: string, secret: string): boolean {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (!credential || !names || !signature || !names.split(';').includes('host')) return false;
  const [key, day, region, service, kind] = credential.split('/') as [string, string, string, string, string];
  const hash = String(request.headers['x-amz-content-sha256']);
  if (key !== id || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))) return false;
  const url = new URL(request.url as string, 'http://host');
  const query = [...url.searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, hash].join('\n');
  const scope = [day, region, service, kind].join('/');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signing = [day, region, service, kind].reduce<string | Buffer>(
    (k, part) => hmac(k, part),
    `AWS4${secret}`,
  );
  return hmac(signing, text).toString('hex') === signature;
}

/** An S3 service with one bucket: it stores, returns and deletes objects, and refuses unsigned requests. */
export async function startS3Server(): Promise<S3Server> {
  const [bucket, credentials] = ['documents', { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }];
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let failing = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const key = decodeURIComponent(request.url?.split('?')[0] ?? '').replace(`/${bucket}/`, '');
    const answer = (status: number, content: string | Buffer = '') => {
      requests.push(`${request.method} ${key} ${status}`);
      response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content);
    };
    const refuse = (status: number, code: string) =>
      answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (!isSigned(request, body, credentials.accessKeyId, credentials.secretAccessKey)) {
      return refuse(403, 'SignatureDoesNotMatch');
    }
    if (failing-- > 0) return refuse(500, 'InternalError');
    if (request.method === 'PUT') {
      if (Number(request.headers['content-length']) !== body.length)
        return refuse(411, 'MissingContentLength');
      objects.set(key, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    const object = objects.get(key);
    return object ? answer(200, object) : refuse(404, 'NoSuchKey');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    credentials,
    objects,
    requests,
    fail: (times) => {
      failing = times;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
