import CloseRounded from '@mui/icons-material/CloseRounded';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { readsAsStaff, textFields } from '#schema/messageTexts.ts';
import type { Outline } from '#schema/outline.ts';
import { lower, useLabels } from '../core/labels.ts';
import { SearchInput } from '../layout/SearchInput.tsx';
import { useUser } from '../layout/useUser.ts';
import { useFilters } from './useFilters.ts';

const DELAY = 300;

/** The search of a list: it runs when typing pauses, or immediately on Enter. Names the fields that it searches. */
export function SearchBox({ entity, label: given }: { entity: Outline; label?: string }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const { values, change } = useFilters();
  const current = String(values.q ?? '');
  const [text, setText] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submitted = useRef(current);

  // Back, a reload or "Clear filters" change the search from outside.
  useEffect(() => {
    if (current === submitted.current) return;
    submitted.current = current;
    setText(current);
  }, [current]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (value: string) => {
    clearTimeout(timer.current);
    if (value.trim() === submitted.current) return;
    submitted.current = value.trim();
    change({ q: submitted.current });
  };
  const user = useUser();
  // Fields that are hidden from the user are not searched either.
  const isHidden = user && readsAsStaff(entity, user.role, Boolean(user.acting));
  const fields = Object.entries(entity.fields)
    .filter(([name, field]) => field.search && !(isHidden && name === textFields[entity.name]))
    .map(([name]) => lower(labels.field(name)));
  const label = given ?? translate('crud.list.searchIn', { fields: fields.join(', ') });
  return (
    <SearchInput
      className="crud-search"
      label={label}
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => ask(value), DELAY);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(text);
      }}
    >
      {text && (
        <button
          type="button"
          className="crud-icon"
          aria-label={translate('crud.list.clearSearch')}
          onClick={() => {
            setText('');
            ask('');
          }}
        >
          <CloseRounded fontSize="small" />
        </button>
      )}
    </SearchInput>
  );
}
