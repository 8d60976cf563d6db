import CheckRounded from '@mui/icons-material/CheckRounded';
import Checkbox from '@mui/material/Checkbox';
import { useTranslate } from 'ra-core';
import type { Pair, Role } from '#schema/permissions.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { effective, holds, type Pairs, rowsFor } from './pairs.ts';
import './users.css';

interface Props {
  role: Role;
  /** The user's own choice; null means the role's. */
  chosen: Pairs | null | undefined;
  /** Without it, the table is read only. */
  onToggle?(pair: Pair): void;
}

/** What a user may see and change; differences from the role are marked. */
export function PairsTable({ role, chosen, onToggle }: Props) {
  const translate = useTranslate();
  const held = effective(role, chosen);
  const given = effective(role, null);
  const columns = ['get', 'post'] as const;
  return (
    <table className="users-pairs">
      <thead>
        <tr>
          <th scope="col">{translate('users.pairs.of')}</th>
          {columns.map((verb) => (
            <th key={verb} scope="col">
              {translate(`users.pairs.${verb}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsFor(role).map(({ name, verbs }) => {
          const label = translate(`users.pair.${name}`, { _: name });
          return (
            <tr key={name}>
              <th scope="row">
                {label}
                {verbs.some((verb) => holds(held, [name, verb]) !== holds(given, [name, verb])) && (
                  <small>{translate('users.pairs.differs')}</small>
                )}
              </th>
              {columns.map((verb) => {
                const isOn = holds(held, [name, verb]);
                if (!verbs.includes(verb)) return <td key={verb} />;
                return (
                  <td key={verb}>
                    {onToggle ? (
                      <Checkbox
                        size="small"
                        checked={isOn}
                        onChange={() => onToggle([name, verb])}
                        slotProps={{
                          input: { 'aria-label': `${label}: ${translate(`users.pairs.${verb}`)}` },
                        }}
                      />
                    ) : isOn ? (
                      <CheckRounded fontSize="small" titleAccess={translate('crud.yes')} />
                    ) : (
                      <EmptyValue />
                    )}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
