import { useAxesTooltip } from '@mui/x-charts/ChartsTooltip';
import { useDrawingArea, useFocusedItem, useXScale, useYScale } from '@mui/x-charts/hooks';
import { createContext, useContext, useEffect, useState } from 'react';
import type { ChartData, SeriesStyle } from './types.ts';

/** A chart's data, and whether the pointer is inside its drawing or tooltip. */
export const ChartContext = createContext<{ data: ChartData; isOver: boolean } | undefined>(undefined);

/** The last category under the pointer, kept while the pointer is on the tooltip. */
function usePointed(isOver: boolean): number | undefined {
  const [now] = useAxesTooltip() ?? [];
  const [last, setLast] = useState<number>();
  const index = isOver ? (now?.dataIndex ?? last) : undefined;
  if (index !== last) setLast(index);
  return index;
}

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
function usePlace({ layout, categories }: ChartData, index: number) {
  const { top } = useDrawingArea();
  const x = useXScale<'band'>();
  const y = useYScale<'band'>();
  const scale = layout === 'rows' ? y : x;
  const share = categories.length > 1 ? index / (categories.length - 1) : 0.5;
  const at = (scale(index) ?? 0) + share * scale.bandwidth();
  return layout === 'rows'
    ? { top: at, right: 0, translate: `0 ${-100 * share}%` }
    : { left: at, bottom: `calc(100% - ${top}px)`, translate: `${-100 * share}%` };
}

function Box({ data, index }: { data: ChartData; index: number }) {
  const place = usePlace(data, index);
  return (
    <div className="chart-tooltip" style={place}>
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

/** The tooltip of one category: every series with mark, label and value. Announced when keys move it. */
export function Tooltip() {
  const { data, isOver = false } = useContext(ChartContext) ?? {};
  const pointed = usePointed(isOver);
  const focused = useFocusedItem()?.dataIndex;
  const index = pointed ?? focused;
  const isDismissed = useDismissed(index);
  const category = index === undefined ? undefined : data?.categories[index];
  if (!data || index === undefined || !category) return <span role="status" className="crud-hidden" />;
  const text = linesOf(data, index).map(({ label, value }) => `${label} ${value}`);
  return (
    <>
      <span role="status" className="crud-hidden">
        {pointed === undefined && `${category.full}: ${text.join(', ')}`}
      </span>
      {!isDismissed && <Box data={data} index={index} />}
    </>
  );
}
