import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { contactImport } from '#schema/contactImport.ts';
import { may } from '../../access.ts';
import { EntityList } from '../../crud/EntityList.tsx';
import { FamilyTabs } from '../../crud/FamilyTabs.tsx';
import { isRunning } from './isRunning.ts';

export function ImportList() {
  const translate = useTranslate();
  const start = may(contactImport.write ?? false) && (
    <Button
      variant="contained"
      component={Link}
      to={`/${contactImport.name}/create`}
      startIcon={<UploadFileOutlined />}
    >
      {translate('contacts.import')}
    </Button>
  );
  return (
    <EntityList
      entity={contactImport}
      tabs={<FamilyTabs root="contact" label={translate('contacts.tabs.label')} />}
      columns={['file_name', 'status', 'rows', 'created', 'updated', 'duplicates', 'refused', 'created_at']}
      create={false}
      actions={start}
      refetchEvery={(records) => (records.some(isRunning) ? 2000 : false)}
      empty={{
        title: translate('contacts.imports.empty'),
        text: translate('contacts.imports.emptyText'),
        action: start,
      }}
    />
  );
}
