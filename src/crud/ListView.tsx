import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslate } from 'ra-core';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { number } from '../core/format.ts';
import { type Density, type useColumns, useDensity } from './columns.ts';
import './listView.css';

interface Props {
  anchor: HTMLElement;
  columns: ReturnType<typeof useColumns>;
  onClose(): void;
}

const steps = [
  { step: -1, text: 'crud.view.up', Icon: ArrowUpwardRounded },
  { step: 1, text: 'crud.view.down', Icon: ArrowDownwardRounded },
] as const;

/** The columns that the list beside this button has no room for. */
const withoutRoom = (anchor: HTMLElement): Set<string | undefined> => {
  const heads = anchor.closest('.crud-list')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
  const hidden = [...heads].filter((head) => getComputedStyle(head).display === 'none');
  return new Set(hidden.map((head) => head.dataset.column));
};

/** Visible columns, their order, and row density. Each choice takes effect immediately. */
export function ListView({ anchor, columns, onClose }: Props) {
  const translate = useTranslate();
  const id = useId();
  const [density, setDensity] = useDensity();
  const [announcement, setAnnouncement] = useState('');
  const moved = useRef<{ name: string; step: 1 | -1 }>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const narrow = withoutRoom(anchor);

  // The moved row takes its buttons along, and the browser drops the focus; at either end, the other button gets it.
  useLayoutEffect(() => {
    const { name, step } = moved.current ?? {};
    if (!name || !step) return;
    moved.current = undefined;
    const row = [...(list.current?.children ?? [])].find(
      (item) => (item as HTMLElement).dataset.name === name,
    );
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const own = buttons[step < 0 ? 0 : 1];
    (own?.disabled ? buttons.find((button) => !button.disabled) : own)?.focus();
  });

  const move = (name: string, label: string, step: 1 | -1) => {
    const place = columns.all.findIndex((column) => column.name === name) + step + 1;
    moved.current = { name, step };
    columns.move(name, step);
    setAnnouncement(
      translate('crud.view.place', { name: label, place: number(place), total: number(columns.all.length) }),
    );
  };

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, className: 'crud-view' } }}
    >
      <h2 id={id}>{translate('crud.view.title')}</h2>
      <fieldset>
        <legend>{translate('crud.list.columns')}</legend>
        <ul ref={list}>
          {columns.all.map(({ name, label }, index) => (
            <li key={name} data-name={name}>
              <FormControlLabel
                control={
                  <Checkbox
                    size="small"
                    checked={columns.isShown(name)}
                    disabled={columns.isFixed(name)}
                    onChange={() => columns.toggle(name)}
                  />
                }
                label={
                  narrow.has(name) ? (
                    <>
                      {label} <small>{translate('crud.view.noRoom')}</small>
                    </>
                  ) : (
                    label
                  )
                }
              />
              {steps.map(({ step, text, Icon }) => (
                <IconButton
                  key={step}
                  size="small"
                  aria-label={translate(text, { name: label })}
                  disabled={columns.all[index + step] === undefined}
                  onClick={() => move(name, label, step)}
                >
                  <Icon fontSize="inherit" />
                </IconButton>
              ))}
            </li>
          ))}
        </ul>
      </fieldset>
      <p role="status" className="crud-hidden">
        {announcement}
      </p>
      <fieldset>
        <legend>{translate('crud.view.density')}</legend>
        <RadioGroup
          row
          name="density"
          value={density}
          onChange={(_, value) => setDensity(value as Density)}
          aria-label={translate('crud.view.density')}
        >
          {(['comfortable', 'compact'] as const).map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              label={translate(`crud.view.${one}`)}
            />
          ))}
        </RadioGroup>
      </fieldset>
      <div className="crud-view-buttons">
        <Button size="small" disabled={!columns.isChanged} onClick={columns.reset}>
          {translate('crud.view.reset')}
        </Button>
        <Button size="small" onClick={onClose}>
          {translate('crud.view.close')}
        </Button>
      </div>
    </Popover>
  );
}
