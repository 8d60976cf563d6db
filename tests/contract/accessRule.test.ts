import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEntity, type Entity, field } from '#schema/entity.ts';
import { byRule } from './accessRule.ts';
import { generated } from './generatedOperations.ts';

const define = (name: string, more: Partial<Entity> = {}): Entity =>
  defineEntity({
    ...{ name, path: `/v1/${name}/`, title: 'name', fields: { name: field('text', z.string()) } },
    read: ['sms-template-list', 'get'],
    write: ['sms-template-list', 'post'],
    ...more,
  } as Parameters<typeof defineEntity>[0]);

/** An entity that has its lines, which makes its pairs known. */
const templates = define('templates');
const table = generated('/v1/templates/', 'customer support admin', 'customer admin');
const ruledOf = (entity: Entity, lines = table) =>
  Object.fromEntries(
    byRule([templates, entity], lines).flatMap(({ operations }) =>
      operations.map(({ name, pair, roles }) => [name, `${pair.join(' ')}: ${roles}`]),
    ),
  );

test('an entity that no table names is open to those who hold its pairs', () => {
  const read = 'sms-template-list get: customer support admin';
  const write = 'sms-template-list post: customer admin';
  expect(ruledOf(define('snippets'))).toEqual({
    'GET /v1/snippets/': read,
    'GET /v1/snippets/{uuid}/': read,
    'POST /v1/snippets/': write,
    'PUT /v1/snippets/{uuid}/': write,
    'DELETE /v1/snippets/': write,
    'DELETE /v1/snippets/{uuid}/': write,
  });
  expect(Object.keys(ruledOf(define('snippets', { write: null, aliases: ['/v1/other/'] })))).toEqual([
    ...['GET /v1/snippets/', 'GET /v1/snippets/{uuid}/', 'GET /v1/other/', 'GET /v1/other/{uuid}/'],
  ]);
});

describe('needs lines in the tables:', () => {
  test.each<[string, Partial<Entity>]>([
    ['an entity that every signed-in user reads', { read: true, write: null }],
    ['one that several pairs open', { alsoRead: [['contact-list', 'get']] }],
    ['one that is read with a pair of its own', { read: ['setting-list', 'get'] }],
    ['one that is written with a pair of its own', { write: ['setting-list', 'post'] }],
  ])('%s', (_, more) => expect(ruledOf(define('snippets', more))).toEqual({}));

  test('one of which a line differs', () =>
    expect(ruledOf(define('snippets'), { ...table, 'PUT /v1/snippets/{uuid}/': 'admin' })).toEqual({}));
});
