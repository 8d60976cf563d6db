import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext, useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { number } from '../core/format.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useSavedFilters } from './savedFilters.ts';
import './listView.css';

interface Props {
  entity: Outline;
  anchor: HTMLElement;
  onClose(): void;
}

const NAME_MAX = 60;

type Saved = ReturnType<typeof useSavedFilters>;

/** The saved filters of a list: apply, save, rename and delete. */
export function SavedFilters({ entity, anchor, onClose }: Props) {
  const translate = useTranslate();
  const filters = useSavedFilters(entity);
  const { saved, active, isFiltered } = filters;
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  if (dialog === 'save') return <SaveDialog filters={filters} onClose={onClose} />;
  if (dialog === 'manage') return <ManageDialog filters={filters} onClose={onClose} />;
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {saved.map((one) => (
        <MenuItem
          key={one.label}
          role="menuitemradio"
          aria-checked={one.label === active}
          selected={one.label === active}
          onClick={() => {
            onClose();
            filters.apply(one);
          }}
          sx={{ maxWidth: 'min(360px, 90vw)', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          {one.label}
        </MenuItem>
      ))}
      {saved.length > 0 && <Divider component="li" />}
      {saved.length === 0 && !isFiltered ? (
        <MenuItem disabled className="crud-menu-note">
          {translate('crud.saved.none')}
        </MenuItem>
      ) : (
        <MenuItem disabled={!isFiltered || active !== undefined} onClick={() => setDialog('save')}>
          {translate('crud.saved.save')}
        </MenuItem>
      )}
      {saved.length > 0 && (
        <MenuItem onClick={() => setDialog('manage')}>{translate('crud.saved.manage')}</MenuItem>
      )}
    </Menu>
  );
}

function SaveDialog({ filters, onClose }: { filters: Saved; onClose(): void }) {
  const translate = useTranslate();
  const { perPage } = useListContext();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isTaken = filters.isTaken(name);
  const submit = () => {
    if (!name.trim()) return setMissing(true);
    filters.save(name, perPage);
    onClose();
  };
  return (
    <FormDialog
      title={translate('crud.saved.save')}
      submit={translate(isTaken ? 'crud.saved.replace' : 'crud.form.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        required
        label={translate('crud.saved.name')}
        value={name}
        error={isMissing && !name.trim()}
        helperText={translate(
          isMissing && !name.trim()
            ? 'crud.error.required'
            : isTaken
              ? 'crud.saved.replaces'
              : 'crud.saved.help',
        )}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: NAME_MAX }, inputLabel: { required: false } }}
      />
    </FormDialog>
  );
}

/** Nothing is renamed or deleted before Save is clicked. */
function ManageDialog({ filters: { saved, setStored }, onClose }: { filters: Saved; onClose(): void }) {
  const translate = useTranslate();
  const id = useId();
  const [rows, setRows] = useState(() => saved.map((query, key) => ({ key, query, name: query.label })));
  const [isTried, setTried] = useState(false);
  const problemOf = ({ key, name }: (typeof rows)[number]): string | undefined => {
    if (!name.trim()) return 'crud.error.required';
    const plain = name.trim().toLocaleLowerCase();
    const isTwice = rows.some(
      (other) => other.key !== key && other.name.trim().toLocaleLowerCase() === plain,
    );
    return isTwice ? 'crud.saved.twice' : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const wrong = rows.findIndex(problemOf);
    if (wrong >= 0) return event.currentTarget.querySelectorAll('input')[wrong]?.focus();
    setStored(rows.map(({ query, name }) => ({ ...query, label: name.trim() })));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id} tabIndex={-1}>
          {translate('crud.saved.title')}
        </DialogTitle>
        <DialogContent>
          {rows.map((row, index) => {
            const problem = isTried ? problemOf(row) : undefined;
            return (
              <div key={row.key} className="crud-saved-row">
                <TextField
                  autoFocus={index === 0}
                  fullWidth
                  label={translate('crud.saved.nameOf', { place: number(index + 1) })}
                  value={row.name}
                  error={problem !== undefined}
                  helperText={problem && translate(problem)}
                  onChange={({ target }) =>
                    setRows(rows.map((one) => (one.key === row.key ? { ...one, name: target.value } : one)))
                  }
                  slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
                />
                <IconButton
                  aria-label={`${translate('crud.show.delete')}: ${row.name}`}
                  onClick={() => {
                    setRows(rows.filter((one) => one.key !== row.key));
                    document.getElementById(id)?.focus();
                  }}
                >
                  <DeleteOutlineRounded fontSize="small" />
                </IconButton>
              </div>
            );
          })}
          {rows.length === 0 && <p>{translate('crud.saved.emptied')}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('crud.form.cancel')}</Button>
          <Button type="submit" variant="contained">
            {translate('crud.form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
