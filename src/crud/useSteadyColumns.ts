import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the widths that a table's columns have with its first rows: the rows below the window, which are drawn next, would
 * move them. `rows` names these rows and columns, others are measured anew; undefined while there are none. `--width` takes
 * effect on wide screens (crud.css).
 */
export function useSteadyColumns(table: RefObject<HTMLTableElement | null>, rows: string | undefined): void {
  useLayoutEffect(() => {
    const heads = [...(table.current?.tHead?.rows[0]?.cells ?? [])];
    if (rows === undefined || heads.length === 0) return;
    const widths = heads.map((head) => head.getBoundingClientRect().width);
    // A column that is hidden now may appear when the page's menu makes room.
    for (const [index, head] of heads.entries())
      if (widths[index]) head.style.setProperty('--width', `${widths[index]}px`);
    const release = () => {
      for (const head of heads) head.style.removeProperty('--width');
    };
    window.addEventListener('resize', release);
    return () => {
      window.removeEventListener('resize', release);
      release();
    };
  }, [table, rows]);
}
