import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import '../../../server/plugins/metrics.ts';
import { registry } from '../../../server/services/platform/meters.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? ''))].sort();

const rules = read('deploy/prometheus-rules.yml');
const alerts = all(rules, /- alert: (\w+)/g);
const own = /\b(bulk_sms_\w+)/g;

test('each alert is a heading of the runbook, and has a test of its own', () => {
  expect(alerts.length).toBeGreaterThan(25);
  expect(all(read('docs/runbook.md'), /^### (\w+)$/gm)).toEqual(alerts);
  expect(all(read('deploy/prometheus-rules.test.yml'), /alertname="(\w+)"/g)).toEqual(alerts);
});

test('rules ask for what there is, and every metric is explained', async () => {
  const metrics = (await registry.getMetricsAsJSON())
    .map(({ name }) => name)
    .filter((name) => name.startsWith('bulk_sms_'));
  const families = (text: string) =>
    all(text, own).map((name) => (metrics.includes(name) ? name : name.replace(/_(bucket|sum|count)$/, '')));
  expect(families(rules).filter((name) => !metrics.includes(name))).toEqual([]);
  expect(families(read('docs/metrics.md'))).toEqual([...new Set(metrics)].sort());
});

test('links within the runbook lead to a heading', () => {
  const runbook = read('docs/runbook.md');
  const headings = all(runbook, /^#+ (.+)$/gm).map((text) => text.toLowerCase().replaceAll(' ', '-'));
  expect(all(runbook, /\]\(#([\w-]+)\)/g).filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
