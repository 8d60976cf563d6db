/** `npm run docs:dashboards`: writes the dashboards in deploy/grafana from panels.ts. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dashboards, type Panel } from './panels.ts';

const folder = resolve(import.meta.dirname, '..', '..', 'deploy', 'grafana');

const WIDTH = 24;
/** Three small panels or two charts in a row. */
const sizeOf = ({ redFrom }: Panel) => (redFrom === undefined ? { w: 12, h: 8 } : { w: 8, h: 4 });

function placed(panels: readonly Panel[]) {
  let [x, y, row] = [0, 0, 0];
  return panels.map((panel) => {
    const { w, h } = sizeOf(panel);
    if (x + w > WIDTH || (x > 0 && h !== row)) [x, y] = [0, y + row];
    const gridPos = { h, w, x, y };
    [x, row] = [x + w, h];
    return { panel, gridPos };
  });
}

const datasource = { type: 'prometheus', uid: '$datasource' };

/** A dashboard in Grafana's form (schema 39, Grafana 10.4 and newer). */
const dashboardOf = (name: string, panels: readonly Panel[]) => ({
  uid: `bulk-sms-${name.toLowerCase()}`,
  title: `Bulk SMS: ${name}`,
  tags: ['bulk-sms-console'],
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  timezone: 'browser',
  templating: {
    list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source', hide: 0 }],
  },
  links: [
    {
      title: 'Other dashboards',
      type: 'dashboards',
      tags: ['bulk-sms-console'],
      asDropdown: true,
      keepTime: true,
      includeVars: true,
    },
  ],
  panels: placed(panels).map(({ panel: { title, about = '', unit, queries, redFrom }, gridPos }, index) => ({
    id: index + 1,
    title,
    description: about,
    type: redFrom === undefined ? 'timeseries' : 'stat',
    datasource,
    gridPos,
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        ...(redFrom !== undefined && {
          thresholds: {
            mode: 'absolute',
            steps: [
              { color: 'green', value: null },
              { color: 'red', value: redFrom },
            ],
          },
        }),
      },
      overrides: [],
    },
    options:
      redFrom === undefined
        ? { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } }
        : { colorMode: 'background', reduceOptions: { calcs: ['lastNotNull'] } },
    targets: Object.entries(queries).map(([legendFormat, expr], query) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + query),
      datasource,
      expr,
      legendFormat,
    })),
  })),
});

/** The files of deploy/grafana by name. */
export const files = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dashboards).map(([name, panels]) => [
      `${name.toLowerCase()}.json`,
      `${JSON.stringify(dashboardOf(name, panels), null, 2)}\n`,
    ]),
  );

if (import.meta.main)
  for (const [name, text] of Object.entries(files())) writeFileSync(join(folder, name), text);
