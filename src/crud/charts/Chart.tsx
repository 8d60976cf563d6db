import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { Guard } from '../../layout/Guard.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { Bars } from './Bars.tsx';
import type { ChartData } from './types.ts';
import { useDrawQueue } from './useDrawQueue.ts';
import '../crud.css';
import './charts.css';

/** Tells when what is beside it has been drawn. */
function Drawn({ then }: { then: () => void }) {
  useEffect(then, [then]);
  return null;
}

interface ChartProps {
  /** Id of the chart's name, usually the card's heading. */
  title: string;
  /** The chart in one sentence, for screen readers. */
  summary: string;
  data: ChartData;
  /** Height of the drawing in pixels, reserved from the start so that nothing moves when it appears. */
  height?: number;
  /** Header of the category column. Without it there is no table, for charts that are next to one. */
  tableHead?: string;
  /** While the data is loading. */
  isPending?: boolean;
}

/**
 * A chart with its legend, and its data as a table that anybody can open. The drawings of a page come
 * in order (useDrawQueue.ts); until then, or if one fails, the words and numbers are shown.
 */
export function Chart({ title, summary, data, height = 240, tableHead, isPending = false }: ChartProps) {
  const translate = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { due, done } = useDrawQueue(box, !isPending);
  return (
    <figure className="chart" aria-labelledby={`${id}-summary`}>
      <figcaption id={`${id}-summary`} className="crud-hidden">
        {title}: {summary}
      </figcaption>
      <Legend data={data} />
      {data.aside && !isPending && <p className="chart-aside">{data.aside.note}</p>}
      <div ref={box} className="chart-box" style={{ height }} aria-busy={isPending}>
        {isPending ? (
          <Skeleton variant="rounded" height={height} />
        ) : !due ? null : (
          <Guard
            key={attempt}
            onFailure={done}
            instead={() => (
              <p className="chart-failed" role="status">
                {translate('charts.failed')}{' '}
                <Button size="small" onClick={() => setAttempt(attempt + 1)}>
                  {translate('shell.try_again')}
                </Button>
              </p>
            )}
          >
            <Bars
              data={data}
              width={due.width}
              height={height}
              label={`${title} – ${translate('charts.keys')}`}
            />
            <Drawn then={done} />
          </Guard>
        )}
      </div>
      {tableHead && !isPending && (
        <details className="chart-table">
          <summary>{translate('charts.table')}</summary>
          <Table data={data} head={tableHead} title={title} />
        </details>
      )}
    </figure>
  );
}

function Legend({ data }: { data: ChartData }) {
  if (data.series.length < 2) return null;
  return (
    <ul className="chart-legend">
      {data.series.map(({ key, label, look }) => (
        <li key={key}>
          <span className="chart-mark" data-look={look} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Table({ data, head, title }: { data: ChartData; head: string; title: string }) {
  const translate = useTranslate();
  const { categories, series, aside, format } = data;
  const columns = [...series, ...(aside ? [{ ...aside, key: 'aside' }] : [])];
  return (
    <section
      className="chart-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      aria-label={translate('charts.numbers', { title })}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className="crud-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ full }, index) => (
            <tr key={full}>
              <th scope="row">{full}</th>
              {columns.map(({ key, values }) => (
                <td key={key} className="crud-end crud-number">
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
