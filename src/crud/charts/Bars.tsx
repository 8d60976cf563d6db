import { BarChart } from '@mui/x-charts/BarChart';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ChartContext, Tooltip } from './Tooltip.tsx';
import { evenTicks, labelEvery, widthOf } from './ticks.ts';
import type { ChartData, SeriesStyle } from './types.ts';

const AXIS_MIN = 28;
const NAMES_MAX = 132;
const BAR_MAX = 72;
/** Pixels between two labels side by side. */
const LABEL_GAP = 12;
/** Steps of the axis of upright bars. */
const STEPS = 5;

const slots = { tooltip: Tooltip };

/** Patterns that distinguish series when colours do not. */
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

const fillOf = (id: string): Record<SeriesStyle, string> => ({
  good: 'var(--success)',
  plain: 'var(--accent)',
  bad: `url(#${id}-bad)`,
  open: `url(#${id}-open)`,
});

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

/** Whether the pointer is inside an element; after a touch, until another element is touched. */
function useOver() {
  const ref = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    const listen = ({ target }: PointerEvent) => {
      if (!ref.current?.contains(target as Node)) setOver(false);
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [isOver]);
  const handlers = {
    ref,
    // React misses `enter` events of elements that are rendered under the pointer.
    onPointerMove: () => setOver(true),
    onPointerDown: () => setOver(true),
    onPointerLeave: ({ pointerType }: { pointerType: string }) => {
      if (pointerType !== 'touch') setOver(false);
    },
  };
  return { isOver, handlers };
}

/** An element's width in whole pixels, at first the one that is `known`; undefined if there is none. */
function useWidth(ref: RefObject<HTMLElement | null>, known: number | undefined): number | undefined {
  const [width, setWidth] = useState(() => (known ? Math.floor(known) : undefined));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0) || undefined),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** The part of each column's place that stays empty: a few columns would be as wide as walls. */
const gapOf = (width: number, columns: number): number => Math.max(0.25, 1 - (BAR_MAX * columns) / width);

interface Props {
  data: ChartData;
  /** In pixels; undefined if it is still to be measured. */
  width: number | undefined;
  height: number;
  label: string;
}

/** The drawing of a chart, in a chunk with the library. Its parent provides name, legend and data table. */
export function Bars({ data, width: known, height, label }: Props) {
  // React's ids contain characters that url(#...) does not accept everywhere.
  const id = `chart${useId().replace(/\W/g, '')}`;
  const { categories, series, format, formatShort = format, layout } = data;
  const { isOver, handlers } = useOver();
  const fills = fillOf(id);
  const isRows = layout === 'rows';
  const most = Math.max(
    0,
    ...categories.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
  );
  const width = useWidth(handlers.ref, known);
  const namesLength = longest(categories.map(({ short }) => short));
  const namesWidth = Math.min(NAMES_MAX, namesLength + 12);
  const valueLength = longest([formatShort(most)]);
  const valuesWidth = (ticks: readonly number[]) =>
    Math.max(AXIS_MIN, longest([formatShort(ticks.at(-1) ?? 0)]) + 14);
  const steps =
    isRows && width ? Math.floor((width - namesWidth) / (valueLength + widthOf('0') + LABEL_GAP)) : STEPS;
  const ticks = evenTicks(most, Math.min(steps, STEPS), data.unit);
  const fitting = width
    ? Math.floor((width - valuesWidth(ticks)) / (namesLength + LABEL_GAP))
    : categories.length;
  // Half of the last label is beside its column, or beside the drawing.
  const beside = isRows
    ? longest([formatShort(ticks.at(-1) ?? 0)]) / 2
    : width
      ? (namesLength - (width - valuesWidth(ticks)) / categories.length) / 2
      : 0;
  const every = isRows ? 1 : labelEvery(categories.length, fitting);
  const names = {
    scaleType: 'band' as const,
    data: categories.map((_, index) => index),
    valueFormatter: (index: number) => categories[index]?.short ?? '',
    // The last one, usually today, always has its label.
    tickLabelInterval: (_: unknown, index: number) => (categories.length - 1 - index) % every === 0,
    disableLine: true,
    disableTicks: true,
    categoryGapRatio: isRows ? 0.35 : gapOf((width ?? 0) - valuesWidth(ticks), categories.length),
  };
  const values = {
    min: 0,
    max: ticks.at(-1),
    tickInterval: ticks,
    // There are as many ticks as have room: the library would measure their labels.
    tickLabelInterval: () => true,
    valueFormatter: formatShort,
    disableLine: true,
    disableTicks: true,
  };
  return (
    <ChartContext value={{ data, isOver }}>
      <div className="chart-area" {...handlers}>
        <BarChart
          // Printing changes the width, and animated bars would be printed half-grown.
          skipAnimation
          className="chart-drawing"
          // One path a series: thirty days have ninety bars, and each would be a component with a clip of its own.
          renderer="svg-batch"
          // Of a known size it is drawn at once, and not again after it has measured itself.
          {...(width !== undefined && { width })}
          height={height}
          title={label}
          hideLegend
          enableKeyboardNavigation
          layout={isRows ? 'horizontal' : 'vertical'}
          margin={{ top: 20, right: Math.max(isRows ? 24 : 4, Math.ceil(beside)), bottom: 0, left: 0 }}
          grid={isRows ? { vertical: true } : { horizontal: true }}
          borderRadius={2}
          xAxis={[isRows ? { ...values, height: 26 } : { ...names, height: 26 }]}
          yAxis={[isRows ? { ...names, width: namesWidth } : { ...values, width: valuesWidth(ticks) }]}
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
      </div>
    </ChartContext>
  );
}
