import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { Withdraw } from './Withdraw.tsx';

const senderIdentity = entityOf('sms/sender-identities');

/** How often to look whether a pending request was decided, in milliseconds. */
const PENDING_EVERY = 5000;

/** The sender IDs of the own account, with their status. */
export function SenderList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={senderIdentity}
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={['name', 'purpose', 'status', 'created_at']}
      rowActions={(record) => <Withdraw record={record} />}
      refetchEvery={(records) => records.some(({ status }) => status === 'pending') && PENDING_EVERY}
      create={false}
      actions={<Ask />}
      empty={{
        title: translate('profile.sender.noneYet'),
        text: translate('profile.sender.noneText'),
        action: <Ask />,
      }}
    />
  );
}

function Ask() {
  const translate = useTranslate();
  if (!canAccess(senderIdentity.name, 'create')) return null;
  return (
    <Button
      variant="contained"
      component={Link}
      to={`/${senderIdentity.name}/create`}
      startIcon={<AddRounded />}
    >
      {translate('profile.sender.ask')}
    </Button>
  );
}
