import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { BLACKLIST_REASON_MAX } from '#schema/sheets/limits.ts';
import { entityOf } from '../../../core/entities.ts';
import { ImportWizard } from '../imports/ImportWizard.tsx';

const blacklistImport = entityOf('settings/blacklist/imports');

/** Imports a file into the blacklist, with a default reason. */
export function ImportCreate() {
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  return (
    <ImportWizard
      entity={blacklistImport}
      target="blacklist"
      also="reason"
      values={{ reason: reason.trim() || null }}
      inputs={(isDisabled) => (
        <TextField
          label={translate('imports.blacklist.reason')}
          helperText={translate('imports.blacklist.reasonHelp')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          disabled={isDisabled}
          slotProps={{ htmlInput: { maxLength: BLACKLIST_REASON_MAX } }}
        />
      )}
    />
  );
}
