import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { choice, defineEntity, field } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';

const thing = defineEntity({
  name: 'things',
  path: '/v1/things/',
  read: ['thing-list', 'get'],
  write: ['thing-list', 'post'],
  title: 'name',
  fields: {
    name: field('text', z.string().min(1, 'Required')),
    code: field('text', z.string(), { write: 'create' }),
    state: choice(['new', 'old'], { write: 'never' }),
    note: field('text', z.string().nullish()),
  },
});

describe('defineEntity', () => {
  test('derives what may be sent on creation and change, and refuses the rest', () => {
    expect(thing.create.parse({ name: 'a', code: 'b' })).toEqual({ name: 'a', code: 'b' });
    expect(thing.create.safeParse({ name: 'a', code: 'b', state: 'old' }).success).toBe(false);
    expect(thing.update.parse({ name: 'a', note: null })).toEqual({ name: 'a', note: null });
    expect(thing.update.safeParse({ name: 'a', code: 'b' }).success).toBe(false);
    expect(thing.create.safeParse({ name: '', code: 'b' }).error?.issues[0]?.message).toBe('Required');
  });

  test('a PUT is the whole record: it may hold what is set on creation, as it is stored', () => {
    expect(thing.put.parse({ name: 'a', code: 'b', note: null })).toEqual({
      name: 'a',
      code: 'b',
      note: null,
    });
    expect(thing.put.parse({ name: 'a' })).toEqual({ name: 'a' });
    expect(thing.put.safeParse({ name: 'a', state: 'old' }).success).toBe(false);
    const input = z.enum(['manual']).optional();
    const source = choice(['manual', 'import'], { write: 'create', input });
    expect(defineEntity({ ...thing, fields: { source } }).put.parse({ source: 'import' })).toEqual({
      source: 'import',
    });
  });

  test('a record may hold more than a writer may send', () => {
    const input = z.enum(['manual']).optional();
    const { record, create } = defineEntity({
      ...thing,
      fields: { source: choice(['manual', 'import'], { write: 'create', input }) },
    });
    expect(record.shape.source.safeParse('import').success).toBe(true);
    expect(create.safeParse({ source: 'import' }).success).toBe(false);
    expect([{ source: 'manual' }, {}].map((sent) => create.safeParse(sent).success)).toEqual([true, true]);
  });

  test('a record has every field and the base ones', () => {
    expect(Object.keys(thing.record.shape)).toEqual([
      'uuid',
      'created_at',
      'updated_at',
      'name',
      'code',
      'state',
      'note',
    ]);
  });

  test('writes nothing where no pair is named', () => {
    expect(defineEntity({ ...thing, write: null }).writes).toEqual([]);
  });
});

describe.each(entities.map((entity) => [entity.name, entity] as const))('%s', (_, entity) => {
  test('has sound paths, title, order and references', () => {
    for (const path of [entity.path, ...entity.aliases]) expect(path).toMatch(/^\/v1\/[a-z/_-]+\/$/);
    expect(Object.keys(entity.fields)).toContain(entity.title);
    const by = entity.order.replace(/^-/, '');
    expect(by === 'created_at' || entity.fields[by]?.sort).toBe(true);
    const names = new Set([...entities.map((other) => other.name), 'files']);
    for (const { of } of Object.values(entity.fields)) if (of) expect(names).toContain(of);
  });
});
