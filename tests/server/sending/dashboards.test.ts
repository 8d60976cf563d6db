import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import { files } from '../../../scripts/grafana/main.ts';
import { dashboards } from '../../../scripts/grafana/panels.ts';
import { watchProcess } from '../../../server/plugins/metrics.ts';
import { registry } from '../../../server/services/platform/meters.ts';

const folder = resolve(import.meta.dirname, '../../../deploy/grafana');

test('the files are what `npm run docs:dashboards` makes', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(
    Object.fromEntries(names.map((name) => [name, readFileSync(resolve(folder, name), 'utf8')])),
  ).toEqual(files());
});

/** The names in a PromQL expression. Throws if it cannot be read. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  // Grafana puts a duration in its place.
  const query = expr.replaceAll('$__rate_interval', '1m');
  const found = { metrics: [] as string[], labels: [] as string[] };
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`${expr}: not PromQL at ${from}`);
      const text = query.slice(from, to);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') found.metrics.push(text);
      if (type.name === 'LabelName') found.labels.push(text);
    },
  });
  return found;
}

watchProcess();

/** The labels of a metric, with those that Prometheus adds; undefined if there is none of this name. */
function labelsOf(name: string): string[] | undefined {
  const plain = name.replace(/_(bucket|sum|count)$/, '');
  const family = registry.getSingleMetric(name) ?? registry.getSingleMetric(plain);
  if (!family) return undefined;
  const { labelNames } = family as unknown as { labelNames: string[] };
  return [...labelNames, 'instance', 'job', ...(name.endsWith('_bucket') ? ['le'] : [])];
}

const queries = Object.entries(dashboards).flatMap(([name, panels]) =>
  panels.flatMap(({ title, queries }) =>
    Object.entries(queries).map(([legend, expr]) => [`${name}: ${title}, ${legend}`, legend, expr] as const),
  ),
);

describe('a query asks for what /metrics has', () => {
  test.each(queries)('%s', (_, legend, expr) => {
    const { metrics, labels } = namesIn(expr);
    expect(metrics).not.toEqual([]);
    const asked = [...labels, ...[...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)];
    for (const metric of metrics) {
      const known = labelsOf(metric);
      expect(known, metric).toBeDefined();
      expect(asked.filter((label) => !known?.includes(label ?? ''))).toEqual([]);
    }
  });
});

test('a legend names only labels that its query keeps', () => {
  for (const [place, legend, expr] of queries) {
    const kept = / by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ');
    const named = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    if (kept) expect(kept, place).toEqual(expect.arrayContaining(named));
  }
});

test('panels fill rows of 24 columns, and none lies over another', () => {
  for (const text of Object.values(files())) {
    const { panels } = JSON.parse(text) as {
      panels: { gridPos: { x: number; y: number; w: number; h: number } }[];
    };
    const taken = new Set<string>();
    for (const { gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(x).toBeLessThan(24);
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
        }
  }
});
