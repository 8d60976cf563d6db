import { useEffect, useState } from 'react';
import type { Plot } from './plot.ts';
import type { ChartData, SeriesStyle } from './types.ts';

/** Whether Esc has dismissed this category's tooltip; other categories still show theirs. */
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

/**
 * Above its column, or at the end of its row, so that the pointer can reach it without crossing another category, and does
 * not hit it when moving along the categories. Towards the end of the chart, more of it is on the near side.
 */
function placeOf({ categories }: ChartData, { isRows, top, bar }: Plot, index: number) {
  const { start, thickness } = bar(index);
  const share = categories.length > 1 ? index / (categories.length - 1) : 0.5;
  const at = start + share * thickness;
  return isRows
    ? { top: at, right: 0, translate: `0 ${-100 * share}%` }
    : { left: at, bottom: `calc(100% - ${top}px)`, translate: `${-100 * share}%` };
}

function Box({ data, plot, index }: { data: ChartData; plot: Plot; index: number }) {
  return (
    <div className="chart-tooltip" style={placeOf(data, plot, index)}>
      <strong>{data.categories[index]?.full}</strong>
      <dl>
        {linesOf(data, index).map(({ key, label, look, value }) => (
          <div key={key}>
            <dt>
              {look && <span className="chart-mark" data-look={look} aria-hidden="true" />}
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** In stacking order from the top; below them the values that are not drawn. */
function linesOf({ series, aside, format }: ChartData, index: number) {
  const lines: { key: string; label: string; look?: SeriesStyle; value: string }[] = [...series]
    .reverse()
    .map(({ key, label, look, values }) => ({ key, label, look, value: format(values[index] ?? 0) }));
  const part = aside?.values[index] ?? 0;
  return aside && part > 0 ? [...lines, { key: 'aside', label: aside.label, value: format(part) }] : lines;
}

interface Props {
  data: ChartData;
  plot: Plot;
  index: number | undefined;
  isPointed: boolean;
}

/** The tooltip of one category: every series with mark, label and value. Announced when keys move it. */
export function Tooltip({ data, plot, index, isPointed }: Props) {
  const isDismissed = useDismissed(index);
  const category = index === undefined ? undefined : data.categories[index];
  if (index === undefined || !category) return <span role="status" className="crud-hidden" />;
  const text = linesOf(data, index).map(({ label, value }) => `${label} ${value}`);
  return (
    <>
      <span role="status" className="crud-hidden">
        {!isPointed && `${category.full}: ${text.join(', ')}`}
      </span>
      {!isDismissed && <Box data={data} plot={plot} index={index} />}
    </>
  );
}
