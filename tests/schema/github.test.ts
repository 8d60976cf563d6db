import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yml'))
  .map((name) => join('.github', name));

interface Workflow {
  on: unknown;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    { 'runs-on': string; 'timeout-minutes': number; steps: { uses?: string; run?: string }[] }
  >;
}
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const workflows = ['ci', 'release'].map(workflow);
const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));

test.each(files)('%s is YAML with nothing twice', (file) => {
  expect(parse(read(file), { uniqueKeys: true, strict: true })).toBeTypeOf('object');
});

describe('the workflows', () => {
  test('check, test, start, and build image and docs', () => {
    expect(Object.keys(workflow('ci').jobs)).toEqual(['check', 'test', 'start', 'image', 'docs']);
    const runs = steps.map(({ run = '' }) => run).join('\n');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const called = [...runs.matchAll(/npm (?:run ([\w:]+)|(test|start))/g)].map(([, run, own]) => run ?? own);
    expect(called).toEqual(expect.arrayContaining(['check', 'test', 'start', 'docs']));
    expect(called.filter((name) => !((name as string) in scripts))).toEqual([]);
    for (const [, file = ''] of runs.matchAll(/-f (\S+)/g)) expect(existsSync(join(root, file))).toBe(true);
  });

  test('pin every action, end by themselves, and may no more than they need', () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
    for (const { permissions, jobs } of workflows) {
      expect(permissions).toEqual({ contents: 'read' });
      for (const job of Object.values(jobs)) {
        expect(job['timeout-minutes']).toBeGreaterThan(0);
        for (const { uses, run } of job.steps) expect([uses, run].filter(Boolean)).toHaveLength(1);
      }
    }
  });
});

test.each(['bug', 'feature'])('the issue form %s has a name, and fields with an id of their own', (name) => {
  const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as {
    name: string;
    description: string;
    body: { type: string; id?: string; attributes: { label?: string; options?: string[] } }[];
  };
  expect([form.name, form.description].every(Boolean)).toBe(true);
  const fields = form.body.filter(({ type }) => type !== 'markdown');
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  for (const { id, type, attributes } of fields) {
    expect(id).toMatch(/^\w+$/);
    expect(attributes.label).toBeTruthy();
    expect(['textarea', 'input', 'dropdown']).toContain(type);
  }
});
