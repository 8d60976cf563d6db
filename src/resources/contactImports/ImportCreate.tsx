import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { contactImport } from '#schema/contactImport.ts';
import { ReferencePicker } from '../../crud/ReferencePicker.tsx';
import { ImportWizard } from '../../imports/ImportWizard.tsx';

/** Brings contacts in from a sheet, and into groups. */
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
