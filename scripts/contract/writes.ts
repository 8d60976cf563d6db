import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { contact } from '#schema/contact.ts';
import type { Entity } from '#schema/entity.ts';
import { sentNames, writeOnceNames } from '#schema/outline.ts';
import { TOPUP_MIN } from '#schema/paymentReference.ts';
import { template } from '#schema/template.ts';
import { dataOf } from '../../src/core/dataOf.ts';
import { isObject } from '../../src/core/errorTexts.ts';
import type { Client } from './client.ts';
import { checkInvalid, checkRefusal } from './errors.ts';
import type { Findings } from './findings.ts';
import { compareRecords, idOf } from './shape.ts';

interface Sample {
  entity: Entity;
  made: Record<string, unknown>;
  changed: Record<string, unknown>;
}

/**
 * A number that the sandbox does not have yet: 98 and eight digits of the clock. It may be somebody's, but
 * nothing is sent to it.
 */
const phone = (): string => `+97798${String(Date.now()).slice(-8)}`;

const samples = (): Sample[] => [
  {
    entity: template as unknown as Entity,
    made: { name: `Contract check ${Date.now()}`, body: 'Hello' },
    changed: { body: 'Hello again' },
  },
  {
    entity: contact as unknown as Entity,
    made: { name: 'Contract check', phone: phone(), groups: [], attributes: {}, is_active: true },
    changed: { name: 'Contract check, changed' },
  },
  {
    entity: blacklistNumber as unknown as Entity,
    made: { phone: phone(), reason: 'Contract check' },
    changed: { reason: 'Contract check, changed' },
  },
];

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Creates, reads, changes and deletes one record, sending what the console sends. */
async function checkRecord(
  client: Client,
  findings: Findings,
  token: string,
  { entity, made, changed }: Sample,
) {
  const { path } = entity;
  const creating = findings.of(`POST ${path}`);
  checkInvalid(creating, await client.ask('POST', path, { token, body: {} }), 'An empty record');
  const created = await client.ask('POST', path, { token, body: made });
  if (!isSuccess(created.status))
    return creating.add('write', 'break', `It answers ${created.status} ${created.text.slice(0, 200)}`);
  const record = dataOf(created.json);
  const id = idOf(record);
  if (!id)
    return creating.add(
      'write',
      'break',
      'The new record is not in the answer, so it cannot be shown, and stays in the sandbox.',
    );
  creating.add('write', 'ok');
  compareRecords(creating, entity, [record]);

  const one = `${path}${id}/`;
  const updating = findings.of(`PUT ${path}{uuid}/`);
  const values = { ...(isObject(record) ? record : {}), ...made, ...changed };
  const names = [...sentNames(entity, 'update'), ...writeOnceNames(entity)];
  const body = Object.fromEntries(names.map((name) => [name, values[name]]));
  const updated = await client.ask('PUT', one, { token, body });
  if (!isSuccess(updated.status))
    updating.add('write', 'break', `It answers ${updated.status} ${updated.text.slice(0, 200)}`);
  else {
    const now = dataOf((await client.ask('GET', one, { token })).json);
    const [name = '', value] = Object.entries(changed)[0] ?? [];
    const isChanged = isObject(now) && now[name] === value;
    updating.add('write', isChanged ? 'ok' : 'break', isChanged ? '' : `${name} is not what was written.`);
  }
  const removing = findings.of(`DELETE ${path}{uuid}/`);
  const removed = await client.ask('DELETE', one, { token });
  if (!isSuccess(removed.status)) return removing.add('write', 'break', `It answers ${removed.status}.`);
  removing.add('write', 'ok');
  checkRefusal(removing, await client.ask('GET', one, { token }), 404, 'The removed record');
}

/** Uploads a file with one line. */
async function checkUpload(client: Client, findings: Findings, token: string): Promise<void> {
  const notes = findings.of('POST /v1/core/upload/file/public/');
  const body = new FormData();
  body.append('file', new Blob(['name,phone\nContract check,9841234567\n']), 'contract-check.csv');
  const { status, json } = await client.ask('POST', '/v1/core/upload/file/public/', { token, body });
  if (!isSuccess(status)) return notes.add('write', 'break', `It answers ${status}.`);
  const file = dataOf(json);
  if (typeof file !== 'string' && !idOf(file))
    notes.add('write', 'break', 'data holds no reference of the file.');
  else notes.add('write', 'ok');
}

/** Requests the smallest top-up and cancels it. */
async function checkTopup(client: Client, findings: Findings, token: string): Promise<void> {
  const asking = findings.of('POST /v1/credit/payment/credit_payment_initiate/');
  const path = '/v1/credit/payment/credit_payment_initiate/';
  const body = { amount: TOPUP_MIN, method: 'cash' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const asked = await client.ask('POST', path, { token, body, headers });
  if (!isSuccess(asked.status))
    return asking.add('write', 'break', `It answers ${asked.status} ${asked.text.slice(0, 200)}`);
  asking.add('write', 'ok');
  const id = idOf(dataOf(asked.json));
  if (!id) return asking.add('write', 'break', 'The new payment is not in the answer.');
  const again = await client.ask('POST', path, { token, body, headers });
  const twice = isSuccess(again.status) ? idOf(dataOf(again.json)) : undefined;
  if (twice && twice !== id)
    asking.add(
      'write',
      'note',
      'Idempotency-Key is ignored: a request that is repeated after a lost answer is made twice.',
    );
  const cancelling = findings.of('POST /v1/credit/user-payment-reference/{uuid}/cancel_request/');
  for (const payment of new Set([id, ...(twice ? [twice] : [])])) {
    const { status } = await client.ask(
      'POST',
      `/v1/credit/user-payment-reference/${payment}/cancel_request/`,
      { token, body: {} },
    );
    cancelling.add(
      'write',
      isSuccess(status) ? 'ok' : 'break',
      isSuccess(status) ? '' : `It answers ${status}.`,
    );
  }
}

/**
 * Writes as the customer of a sandbox: creates, changes and deletes a template, a contact and a blacklisted
 * number, uploads a file, requests a top-up and cancels it. Nothing is sent or paid: a campaign and a
 * purchase are only tried in a way that the server must refuse.
 */
export async function checkWrites(client: Client, findings: Findings, token: string): Promise<void> {
  for (const sample of samples()) await checkRecord(client, findings, token, sample);
  await checkUpload(client, findings, token);
  await checkTopup(client, findings, token);
  for (const path of [
    '/v1/sms/compose/',
    '/v1/credit/user-payment-reference/smspackages/',
    '/v1/autho/user/change-password/',
  ]) {
    const reply = await client.ask('POST', path, { token, body: {} });
    checkInvalid(findings.of(`POST ${path}`), reply, 'An empty body');
  }
}
