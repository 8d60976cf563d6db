import { type RefObject, useEffect } from 'react';

/**
 * Keeps the widths that a table's columns have with its first rows: the rows below the window, which are drawn next, would
 * move them. `rows` names these rows and columns, others are measured anew; undefined while there are none. `--width` takes
 * effect where rows are no cards (crudLists.css).
 *
 * React runs the effect before it draws those rows, and usually after the first are on the screen. Gain: the first frame waits for one
 * layout instead of two (docs/evidence/benchmarks.md).
 */
export function useSteadyColumns(table: RefObject<HTMLTableElement | null>, rows: string | undefined): void {
  useEffect(() => {
    const heads = [...(table.current?.tHead?.rows[0]?.cells ?? [])];
    const release = () => {
      for (const head of heads) head.style.removeProperty('--width');
    };
    if (rows === undefined || heads.length === 0) return release();
    const rowHeights = () => [...(table.current?.tBodies[0]?.rows ?? [])].map((row) => row.offsetHeight);
    let heights: number[] = [];
    const keep = () => {
      release();
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      heights = rowHeights();
      // A column that is hidden now may appear when the page's menu makes room.
      for (const [index, head] of heads.entries())
        if (widths[index]) head.style.setProperty('--width', `${widths[index]}px`);
    };
    keep();
    window.addEventListener('resize', release);
    // A font that comes late may break words where those of another had room: then the row grows.
    const onFont = () => {
      if (rowHeights().some((height, index) => height > (heights[index] ?? height))) keep();
    };
    document.fonts?.addEventListener('loadingdone', onFont);
    return () => {
      window.removeEventListener('resize', release);
      document.fonts?.removeEventListener('loadingdone', onFont);
      // The widths stay for a list that is left: what changes now, the browser lays out before it removes the focused link.
    };
  }, [table, rows]);
}
