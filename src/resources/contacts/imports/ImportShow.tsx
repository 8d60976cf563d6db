import SendRounded from '@mui/icons-material/SendRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { ImportPage } from './ImportPage.tsx';

const contactImport = entityOf('contact/imports');

export const ImportShow = () => (
  <ImportPage
    entity={contactImport}
    target="contacts"
    also="name"
    fields={['mapping', 'groups', 'created_at', 'finished_at']}
    to="/contact"
    next={(record) => <SendButton record={record} />}
  />
);

/** Links to Send Bulk SMS with the import's contacts selected; nothing if there are none, or its file is unknown. */
function SendButton({ record }: { record: Row }) {
  const translate = useTranslate();
  const count = Number(record.created) + Number(record.updated);
  if (!(count > 0) || !record.file || !canAccess('sms/bulk-sms')) return null;
  return (
    <Button
      variant="contained"
      component={Link}
      to={`/sms/bulk-sms?import=${record.id}`}
      startIcon={<SendRounded />}
    >
      {translate('imports.contacts.send', { smart_count: count, count: number(count) })}
    </Button>
  );
}
