import { BarChart } from '@mui/x-charts/BarChart';
import { ChartsTooltipContainer, useAxesTooltip } from '@mui/x-charts/ChartsTooltip';
import { useFocusedItem } from '@mui/x-charts/hooks';
import { createContext, useContext, useEffect, useId, useState } from 'react';
import type { ChartData, Look } from './types.ts';

const CHARACTER = 7.5;
const AXIS_MIN = 28;
const NAMES_MAX = 120;

const Shown = createContext<ChartData | undefined>(undefined);

/** Whether Esc has taken away what is shown of this category; another one is shown again. */
function useDismissed(index: number | undefined): boolean {
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    setDismissed(false);
    if (index === undefined) return;
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setDismissed(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [index]);
  return isDismissed;
}

/** The tooltip of one category: every series by its mark, word and number. Read out where keys move it. */
function ChartTooltip() {
  const data = useContext(Shown);
  const [pointed] = useAxesTooltip() ?? [];
  const focused = useFocusedItem();
  const byKeys = pointed === undefined && focused !== null;
  const index = pointed?.dataIndex ?? focused?.dataIndex;
  const isDismissed = useDismissed(index);
  if (!data) return null;
  const category = index === undefined ? undefined : data.categories[index];
  const lines = [...data.series]
    .reverse()
    .map(({ values, ...line }) => ({ ...line, value: data.format(values[index ?? 0] ?? 0) }));
  const text = lines.map(({ label, value }) => `${label} ${value}`).join(', ');
  return (
    <>
      <span role="status" className="crud-hidden">
        {byKeys && category && `${category.full}: ${text}`}
      </span>
      <ChartsTooltipContainer trigger={byKeys ? 'item' : 'axis'} anchor={byKeys ? 'node' : 'pointer'}>
        {category && !isDismissed && (
          <div className="chart-tooltip">
            <strong>{category.full}</strong>
            <dl>
              {lines.map(({ key, label, look, value }) => (
                <div key={key}>
                  <dt>
                    <span className="chart-mark" data-look={look} aria-hidden="true" />
                    {label}
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </ChartsTooltipContainer>
    </>
  );
}

const slots = { tooltip: ChartTooltip };

/** The patterns that tell series apart where their colours do not. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-bad`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" style={{ fill: 'var(--surface)' }} />
        <rect width="3.5" height="6" style={{ fill: 'var(--error)' }} />
      </pattern>
      <pattern id={`${id}-open`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" style={{ fill: 'var(--surface)' }} />
        <circle cx="2.5" cy="2.5" r="1.4" style={{ fill: 'var(--quiet)' }} />
      </pattern>
    </defs>
  );
}

const fillOf = (id: string): Record<Look, string> => ({
  good: 'var(--success)',
  plain: 'var(--accent)',
  bad: `url(#${id}-bad)`,
  open: `url(#${id}-open)`,
});

/** The last number of an axis is a round one, at or above the most. */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return Math.ceil(most / unit) * unit;
}

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, [...text].length), 0) * CHARACTER;

/**
 * The drawn part of a chart, in a chunk of its own with the library. Its parent gives the words: a name, a
 * legend, and the numbers as a table.
 */
export function Bars({ data, height, label }: { data: ChartData; height: number; label: string }) {
  // React's own ids hold characters that url(#...) does not take everywhere.
  const id = `chart${useId().replace(/\W/g, '')}`;
  const { categories, series, format, formatShort = format, layout } = data;
  const fills = fillOf(id);
  const isRows = layout === 'rows';
  const most = Math.max(
    0,
    ...categories.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  );
  const names = {
    scaleType: 'band' as const,
    data: categories.map((_, index) => index),
    valueFormatter: (index: number) => categories[index]?.short ?? '',
    disableLine: true,
    disableTicks: true,
    categoryGapRatio: isRows ? 0.35 : 0.25,
  };
  const values = {
    min: 0,
    // Without a value the axis would have no length.
    max: most === 0 ? 1 : undefined,
    tickMinStep: 1,
    tickNumber: 4,
    valueFormatter: formatShort,
    disableLine: true,
    disableTicks: true,
  };
  const valuesWidth = Math.max(AXIS_MIN, longest([formatShort(roundUp(most))]) + 14);
  const namesWidth = Math.min(NAMES_MAX, longest(categories.map(({ short }) => short)) + 12);
  return (
    <Shown value={data}>
      <BarChart
        // Bars that grow would be half grown on paper, where the width changes as it is printed.
        skipAnimation
        className="chart-drawing"
        height={height}
        title={label}
        hideLegend
        enableKeyboardNavigation
        layout={isRows ? 'horizontal' : 'vertical'}
        margin={{ top: 20, right: isRows ? 24 : 4, bottom: 0, left: 0 }}
        grid={isRows ? { vertical: true } : { horizontal: true }}
        borderRadius={2}
        xAxis={[isRows ? { ...values, height: 26 } : { ...names, height: 26 }]}
        yAxis={[isRows ? { ...names, width: namesWidth } : { ...values, width: valuesWidth }]}
        series={series.map(({ key, label: name, look, values: numbers }) => ({
          id: key,
          label: name,
          data: [...numbers],
          stack: 'all',
          color: fills[look],
          valueFormatter: (value: number | null) => format(value ?? 0),
        }))}
        slots={slots}
      >
        <Patterns id={id} />
      </BarChart>
    </Shown>
  );
}
