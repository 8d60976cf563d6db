import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { useId } from 'react';
import type { Role } from '#schema/permissions.ts';
import { PairsTable } from './PairsTable.tsx';
import { effective, type Pairs, toggled } from './pairs.ts';
import './users.css';

/** The pairs of a user: the role's, or an individual choice. */
export function PairsInput({ role, disabled }: { role: Role; disabled?: boolean }) {
  const translate = useTranslate();
  const id = useId();
  const asIs = (value: unknown) => value;
  const { field, fieldState } = useInput({ source: 'ui_permissions', format: asIs, parse: asIs });
  const chosen = field.value as Pairs | null;
  const error = fieldState.error?.message;
  const set = (pairs: Pairs | null) => field.onChange(pairs);
  return (
    <section className="users-permissions" aria-labelledby={id}>
      <h2 id={id}>{translate('users.pairs.title')}</h2>
      <RadioGroup
        aria-labelledby={id}
        aria-invalid={Boolean(error)}
        tabIndex={-1}
        value={chosen ? 'own' : 'role'}
        onChange={(_, way) => set(way === 'own' ? effective(role, null) : null)}
      >
        <FormControlLabel
          value="role"
          disabled={disabled}
          control={<Radio size="small" />}
          label={translate('users.pairs.asRole', { role: translate(`users.role.${role}`) })}
        />
        <FormControlLabel
          value="own"
          disabled={disabled}
          control={<Radio size="small" />}
          label={translate('users.pairs.own')}
        />
      </RadioGroup>
      {error && (
        <FormHelperText error>
          <ValidationError error={error} />
        </FormHelperText>
      )}
      {disabled && <FormHelperText>{translate('users.self')}</FormHelperText>}
      <PairsTable
        role={role}
        chosen={chosen}
        onToggle={chosen && !disabled ? (pair) => set(toggled(chosen, pair, role)) : undefined}
      />
      {chosen && !disabled && (
        <Button size="small" onClick={() => set(null)} className="flush-start" sx={{ justifySelf: 'start' }}>
          {translate('users.pairs.reset')}
        </Button>
      )}
    </section>
  );
}
