import { useListContext } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { Row } from './DeleteButton.tsx';

/**
 * Keeps the selection of the list in context to what the screen shows: another page, order, search or filter
 * clears it, and so does opening the list. `isAllMatching`: everything that matches is selected, not only rows of the page.
 */
export function useSelection() {
  const { page, sort, filterValues, selectedIds, onSelect } = useListContext<Row>();
  const [isAllMatching, setAllMatching] = useState(false);
  const shown = JSON.stringify([page, sort, filterValues]);
  const selected = useRef(selectedIds);
  selected.current = selectedIds;
  // react-admin keeps the selection in the store, beyond the page. Its setter cannot be called earlier, such as in a layout
  // effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is shown decides
  useEffect(() => {
    if (selected.current.length > 0) onSelect([]);
    setAllMatching(false);
  }, [shown]);
  return { isAllMatching, setAllMatching };
}
