import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { canAccess } from '../core/access.ts';
import { SearchInput } from './SearchInput.tsx';

/** Links to the search from another page; hidden without permission. */
export function SearchForm() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  if (!canAccess('admin/search')) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    navigate(`/admin/search${q && `?${new URLSearchParams({ q })}`}`);
  };
  return (
    <search>
      <form className="search-entry" onSubmit={submit}>
        <SearchInput
          label={translate('search.label')}
          placeholder={translate('search.placeholder')}
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="contained">
          {translate('search.button')}
        </Button>
      </form>
    </search>
  );
}
