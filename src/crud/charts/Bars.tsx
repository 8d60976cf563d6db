import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { barsOf, type Plot, plotOf } from './plot.ts';
import { Tooltip } from './Tooltip.tsx';
import type { ChartData, SeriesStyle } from './types.ts';

/** Until it is measured, in pixels. */
const USUAL_WIDTH = 600;

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

/** The category under the pointer, kept while the pointer is on labels or the tooltip; after a touch, until one elsewhere. */
function usePointed(plot: Plot) {
  const area = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const isOver = pointed !== undefined;
  useEffect(() => {
    if (!isOver) return;
    const listen = ({ target }: Event) => {
      if (!area.current?.contains(target as Node)) setPointed(undefined);
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [isOver]);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const index = plot.indexAt(clientX - left, clientY - top);
    if (index !== undefined) setPointed(index);
  };
  return {
    pointed,
    area: {
      ref: area,
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') setPointed(undefined);
      },
    },
    drawing: { onPointerMove: point, onPointerDown: point },
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The category that the arrow keys have reached. */
function useFocused(count: number) {
  const [focused, setFocused] = useState<number>();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    event.preventDefault();
    setFocused((from = step > 0 ? -1 : count) => Math.min(Math.max(from + step, 0), count - 1));
  };
  return { focused, keys: { onKeyDown, onBlur: () => setFocused(undefined) } };
}

interface Props {
  data: ChartData;
  /** In pixels; undefined if it is still to be measured. */
  width: number | undefined;
  height: number;
  label: string;
}

/**
 * The drawing of a chart, in a chunk of its own (docs/adr/0023). Its parent provides name, legend and data table.
 *
 * Gain over MUI's charts, which look the same: 3 kB for 68, and on a dashboard slowed four times no task of 100 ms that
 * evaluates the library, nor one of 80 ms that renders a chart; 0.3 s less of the main thread's processor time.
 */
export function Bars({ data, width: known, height, label }: Props) {
  // React's ids contain characters that url(#...) does not accept everywhere.
  const id = `chart${useId().replace(/\W/g, '')}`;
  const [width, setWidth] = useState(Math.floor(known ?? 0) || USUAL_WIDTH);
  const plot = plotOf(data, width, height);
  const { pointed, area, drawing } = usePointed(plot);
  const { focused, keys } = useFocused(data.categories.length);
  const shown = pointed ?? focused;
  const fills = fillOf(id);
  useLayoutEffect(() => {
    const element = area.ref.current;
    if (!element || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth((before) => Math.floor(entry?.contentRect.width ?? 0) || before),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [area.ref]);
  return (
    <div className="chart-area" {...area}>
      <svg
        className="chart-drawing"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it
        tabIndex={0}
        {...drawing}
        {...keys}
      >
        <title>{label}</title>
        <Patterns id={id} />
        {plot.values.map(({ at, x, y, text }) => (
          <g key={at}>
            <path className="chart-grid" d={plot.line(at)} />
            <text x={x} y={y} className={plot.isRows ? 'chart-under' : 'chart-beside'}>
              {text}
            </text>
          </g>
        ))}
        {shown !== undefined && (
          <rect className="chart-band" data-focused={shown === focused} {...plot.band(shown)} />
        )}
        {barsOf(data, plot).map(({ key, look, path }) => (
          <g key={key} data-series={key}>
            <path d={path} fill={fills[look]} />
          </g>
        ))}
        {plot.names.map(({ at, x, y, text }) => (
          <text key={at} x={x} y={y} className={plot.isRows ? 'chart-beside' : 'chart-under'}>
            {text}
          </text>
        ))}
      </svg>
      <Tooltip data={data} plot={plot} index={shown} isPointed={pointed !== undefined} />
    </div>
  );
}
