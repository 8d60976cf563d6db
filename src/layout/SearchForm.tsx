import SearchRounded from '@mui/icons-material/SearchRounded';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mayDo } from '../access.ts';

/** The way into the search from another page; absent for who may not search. */
export function SearchForm() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  if (!mayDo('admin/search')) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    navigate(`/admin/search${q && `?${new URLSearchParams({ q })}`}`);
  };
  return (
    <search>
      <form className="search-entry" onSubmit={submit}>
        <OutlinedInput
          type="search"
          size="small"
          value={text}
          placeholder={translate('search.placeholder')}
          onChange={({ target }) => setText(target.value)}
          slotProps={{
            input: { 'aria-label': translate('search.label'), maxLength: 100, 'data-key': '/' } as object,
          }}
          startAdornment={
            <InputAdornment position="start">
              <SearchRounded fontSize="small" />
            </InputAdornment>
          }
          fullWidth
        />
        <Button type="submit" variant="contained">
          {translate('search.button')}
        </Button>
      </form>
    </search>
  );
}
