import Radio from '@mui/material/Radio';
import { type ReactNode, useId } from 'react';
import { CardGrid } from '../layout/CardGrid.tsx';
import './choiceCards.css';

/** A group of radio buttons as cards. `error` is the translated text below them. */
export function ChoiceCards({
  legend,
  error,
  wide,
  children,
}: {
  legend: string;
  error?: ReactNode;
  /** For longer labels: fewer cards in a row. */
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      className="choice-cards"
      aria-describedby={error ? id : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend>{legend}</legend>
      <CardGrid wide={wide === true}>{children}</CardGrid>
      {error && <p id={id}>{error}</p>}
    </fieldset>
  );
}

export interface ChoiceCardProps {
  /** The name that the radio buttons of a group share. */
  group: string;
  value: string;
  chosen: boolean;
  label: string;
  note: ReactNode;
  disabled?: boolean;
  onChoose(): void;
}

/** One choice of ChoiceCards, with a line about it. */
export function ChoiceCard({ group, value, chosen, label, note, disabled, onChoose }: ChoiceCardProps) {
  const id = `${useId()}-${value}`;
  return (
    <label className="choice-card" data-chosen={chosen || undefined} htmlFor={id}>
      <Radio id={id} name={group} value={value} checked={chosen} disabled={disabled} onChange={onChoose} />
      <span>
        <strong>{label}</strong>
        <small>{note}</small>
      </span>
    </label>
  );
}
