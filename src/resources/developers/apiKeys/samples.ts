import { allows } from '#schema/permissions.ts';
import { apiUrl } from '../../../core/config.ts';
import { entities } from '../../../core/entities.ts';
import type { Sample } from '../CodeTabs.tsx';

type Pairs = Parameters<typeof allows>[0];

/** A number that the operator simulator delivers to. */
const NUMBER = '9841234567';

/** A list that a key with these pairs can read, otherwise the API description. */
function listFor(pairs: Pairs): string {
  const readable = entities.find(({ read }) => read !== true && allows(pairs, read));
  return readable?.path ?? '/v1/openapi.json';
}

interface Request {
  url: string;
  /** The value of the Authorization header. */
  token: string;
  /** JSON to post; without it, the request reads. */
  body?: Readonly<Record<string, unknown>>;
}

/**
 * The price of a message from this sender; without one, the list of senders; for a key that may not send, a list that it
 * may read. None of them sends or costs anything.
 */
function requestFor(secret: string, pairs: Pairs, sender: string | undefined): Request {
  const base = apiUrl() || window.location.origin;
  const token = `Token ${secret}`;
  if (!allows(pairs, ['bulk-sms', 'post'])) return { url: base + listFor(pairs), token };
  if (!sender) return { url: `${base}/v1/sms/identities/`, token };
  const body = { sender, body: 'Namaste!', recipients: { numbers: [NUMBER] } };
  return { url: `${base}/v1/sms/compose/plan/`, token, body };
}

function curl({ url, token, body }: Request): string {
  const lines = [`curl '${url}'`, `-H 'Authorization: ${token}'`];
  if (body) lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return lines.join(' \\\n  ');
}

function node({ url, token, body }: Request): string {
  if (!body)
    return `const answer = await fetch('${url}', {
  headers: { Authorization: '${token}' },
});
console.log(answer.status, await answer.json());`;
  return `const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: '${token}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});
console.log(answer.status, await answer.json());`;
}

/** A JSON value as PHP writes it, indented. */
function inPhp(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => inPhp(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return `'${String(value)}'`;
  const lines = Object.entries(value).map(
    ([name, inner]) => `${indent}    '${name}' => ${inPhp(inner, `${indent}    `)},\n`,
  );
  return `[\n${lines.join('')}${indent}]`;
}

function php({ url, token, body }: Request): string {
  const headers = [`'Authorization: ${token}'`, ...(body ? ["'Content-Type: application/json'"] : [])];
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
${headers.map((header) => `        ${header},\n`).join('')}    ],
${body ? `    CURLOPT_POSTFIELDS => json_encode(${inPhp(body, '    ')}),\n` : ''}]);
echo curl_exec($request), "\\n";`;
}

function python({ url, token, body }: Request): string {
  const data = body && `json.dumps(${JSON.stringify(body, null, 4)}).encode()`;
  return `import json, urllib.error, urllib.request

request = urllib.request.Request("${url}"${data ? `, ${data}` : ''})
request.add_header("Authorization", "${token}")
${data ? 'request.add_header("Content-Type", "application/json")\n' : ''}try:
    with urllib.request.urlopen(request) as answer:
        print(answer.status, json.load(answer))
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())`;
}

/** A first request with a new key, in four languages. */
export function keySamples(secret: string, pairs: Pairs, sender: string | undefined): Sample[] {
  const request = requestFor(secret, pairs, sender);
  return [
    { name: 'curl', text: curl(request) },
    { name: 'Node', text: node(request) },
    { name: 'PHP', text: php(request) },
    { name: 'Python', text: python(request) },
  ];
}
