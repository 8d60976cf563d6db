import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { entityOf } from '../../../core/entities.ts';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { ImportWizard } from './ImportWizard.tsx';

const contactImport = entityOf('contact/imports');

/** Imports a file into contacts and groups. */
export function ImportCreate() {
  const translate = useTranslate();
  const [groups, setGroups] = useState<string[]>([]);
  return (
    <ImportWizard
      entity={contactImport}
      target="contacts"
      also="name"
      values={{ groups }}
      inputs={(isDisabled) => (
        <ReferencePicker
          of="contact/groups"
          creatable
          label={translate('imports.contacts.groups')}
          help={translate('imports.contacts.groupsHelp')}
          value={groups}
          onChange={setGroups}
          disabled={isDisabled}
        />
      )}
    />
  );
}
