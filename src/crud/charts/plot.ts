import { evenTicks, labelEvery, shortened, widthOf } from './ticks.ts';
import type { ChartData, SeriesStyle } from './types.ts';

/** All in pixels of the drawing. */
const AXIS_MIN = 28;
const NAMES_MAX = 132;
const BAR_MAX = 72;
/** Between two labels side by side. */
const LABEL_GAP = 12;
/** Between a label and what it names. */
const BESIDE = 8;
const UNDER = 17;
const TOP = 20;
const BOTTOM = 26;
const RADIUS = 2;
/** Steps of the axis of upright bars. */
const STEPS = 5;
const ROW_GAP = 0.35;

interface Label {
  /** A category's index, or an axis's value. */
  at: number;
  x: number;
  y: number;
  text: string;
}

/** Where everything in a drawing is. */
export interface Plot {
  isRows: boolean;
  top: number;
  /** The length of a bar. */
  lengthOf(value: number): number;
  /** The labels of the axis of values, and its line at a value. */
  values: Label[];
  line(value: number): string;
  /** Labels of categories, as many as there is room for. */
  names: Label[];
  /** Start and thickness of a category's bar. */
  bar(index: number): { start: number; thickness: number };
  /** Where bars begin: their left edge, or their lower one. */
  base: number;
  /** The part of the drawing that belongs to a category. */
  band(index: number): { x: number; y: number; width: number; height: number };
  indexAt(x: number, y: number): number | undefined;
}

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

const totals = ({ categories, series }: ChartData): number[] =>
  categories.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));

/** The room for a drawing's axes, and its labels. Texts are not measured: that would lay out the page for each. */
export function plotOf(data: ChartData, width: number, height: number): Plot {
  const { categories, format, formatShort = format, unit } = data;
  const isRows = data.layout === 'rows';
  const count = categories.length;
  const most = Math.max(0, ...totals(data));
  const namesLength = longest(categories.map(({ short }) => short));
  const namesWidth = Math.min(NAMES_MAX, namesLength + 12);
  const steps = isRows
    ? Math.floor((width - namesWidth) / (widthOf(formatShort(most)) + widthOf('0') + LABEL_GAP))
    : STEPS;
  const ticks = evenTicks(most, Math.min(steps, STEPS), unit);
  const end = ticks.at(-1) ?? 1;
  const endLength = widthOf(formatShort(end));
  const left = isRows ? namesWidth : Math.max(AXIS_MIN, endLength + 14);
  // Half of the last label is beside its column, or beside the drawing.
  const beside = isRows ? endLength / 2 : (namesLength - (width - left) / count) / 2;
  const wide = Math.max(1, width - left - Math.max(isRows ? 24 : 4, Math.ceil(beside)));
  const high = Math.max(1, height - TOP - BOTTOM);
  const every = isRows ? 1 : labelEvery(count, Math.floor((width - left) / (namesLength + LABEL_GAP)));
  const step = (isRows ? high : wide) / Math.max(1, count);
  // The part of each column's place that stays empty: a few columns would be as wide as walls.
  const gap = isRows ? ROW_GAP : Math.max(0.25, 1 - (BAR_MAX * count) / (width - left));
  const first = isRows ? TOP : left;
  const middle = (index: number) => first + step * (index + 0.5);
  const lengthOf = (value: number) => (value / end) * (isRows ? wide : high);
  const bottom = TOP + high;
  return {
    isRows,
    top: TOP,
    lengthOf,
    base: isRows ? left : bottom,
    values: ticks.map((at) => ({
      at,
      text: formatShort(at),
      x: isRows ? left + lengthOf(at) : left - BESIDE,
      y: isRows ? bottom + UNDER : bottom - lengthOf(at),
    })),
    line: (value) =>
      isRows ? `M${left + lengthOf(value)} ${TOP}v${high}` : `M${left} ${bottom - lengthOf(value)}h${wide}`,
    names: categories.flatMap(({ short }, at) =>
      // The last one, usually today, always has its label.
      (count - 1 - at) % every === 0
        ? {
            at,
            text: isRows ? shortened(short, namesWidth - BESIDE) : short,
            x: isRows ? left - BESIDE : middle(at),
            y: isRows ? middle(at) : bottom + UNDER,
          }
        : [],
    ),
    bar: (index) => ({ start: first + step * (index + gap / 2), thickness: step * (1 - gap) }),
    band: (index) =>
      isRows
        ? { x: left, y: TOP + step * index, width: wide, height: step }
        : { x: left + step * index, y: TOP, width: step, height: high },
    indexAt(x, y) {
      if (count === 0 || x < left || x > left + wide || y < TOP || y > bottom) return undefined;
      return Math.min(count - 1, Math.floor(((isRows ? y : x) - first) / step));
    },
  };
}

/** One path for each series: thirty days have ninety bars. The end of each stack is rounded. */
export function barsOf({ series, categories }: ChartData, plot: Plot) {
  const ends = categories.map(() => 0);
  const last = categories.map((_, index) => series.findLastIndex(({ values }) => (values[index] ?? 0) > 0));
  return series.map(({ key, look, values }, at): { key: string; look: SeriesStyle; path: string } => {
    let path = '';
    for (const index of categories.keys()) {
      const value = values[index] ?? 0;
      if (value <= 0) continue;
      const length = plot.lengthOf(value);
      const from = ends[index] ?? 0;
      ends[index] = from + length;
      const { start, thickness } = plot.bar(index);
      const r = last[index] === at ? Math.min(RADIUS, length, thickness / 2) : 0;
      path += plot.isRows
        ? `M${plot.base + from} ${start}h${length - r}q${r} 0 ${r} ${r}v${thickness - 2 * r}q0 ${r} ${-r} ${r}h${r - length}z`
        : `M${start} ${plot.base - from}v${r - length}q0 ${-r} ${r} ${-r}h${thickness - 2 * r}q${r} 0 ${r} ${r}v${length - r}z`;
    }
    return { key, look, path };
  });
}
