import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useCreatePath, useInput, useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { readPhone } from '#schema/phone.ts';
import { useSettled } from '../../../core/useSettled.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { EntryText } from './EntryText.tsx';
import { type GivenSource, SourceChoice } from './SourceChoice.tsx';
import { useBlacklistEntry } from './useBlacklistEntry.ts';

const { phone, reason } = blacklistNumber.fields;
const PhoneInput = inputFor(phone.kind);
const ReasonInput = inputFor(reason.kind);

export const BlacklistCreate = () => (
  <EntityCreate entity={blacklistNumber} defaults={{ source: 'manual' }}>
    <PhoneInput entity={blacklistNumber} name="phone" field={phone} autoFocus />
    <ThereAlready />
    <SourceInput />
    <ReasonInput entity={blacklistNumber} name="reason" field={reason} />
  </EntityCreate>
);

export const BlacklistEdit = () => <EntityEdit entity={blacklistNumber} />;

function SourceInput() {
  const { field } = useInput({ source: 'source', defaultValue: 'manual' });
  return <SourceChoice value={field.value as GivenSource} onChange={field.onChange} />;
}

/** Says that the typed number is already on the list, before saving would, and links to its entry. */
function ThereAlready() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const typed: unknown = useSettled(useWatch({ name: 'phone' }));
  const { entry } = useBlacklistEntry(readPhone(typeof typed === 'string' ? typed : '').phone);
  if (!entry) return null;
  return (
    <Alert severity="warning" variant="outlined" className="blacklist-notice">
      {translate('blacklist.there')} <EntryText entry={entry} />
      <div className="crud-actions">
        <Button
          size="small"
          color="inherit"
          component={Link}
          to={createPath({ resource: blacklistNumber.name, type: 'edit', id: entry.id })}
        >
          {translate('blacklist.editEntry')}
        </Button>
      </div>
    </Alert>
  );
}
