import Button from '@mui/material/Button';
import { useCreatePath, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { canWrite } from '../../../crud/access.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { isUnderWay } from './isUnderWay.ts';

const erasure = entityOf('settings/erasures');

/** To the form; nothing for who may not erase. */
function EraseLink() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  if (!canWrite(erasure, 'create')) return null;
  return (
    <Button variant="contained" component={Link} to={createPath({ resource: erasure.name, type: 'create' })}>
      {translate('erasures.title')}
    </Button>
  );
}

/** The erasures of the account; those under way are refreshed. */
export function ErasureList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={erasure}
      columns={['reference', 'status', 'contacts', 'messages', 'created_at', 'finished_at']}
      refetchEvery={(records) => (records.some(isUnderWay) ? 2000 : false)}
      create={false}
      actions={<EraseLink />}
      empty={{
        title: translate('erasures.empty'),
        text: translate('erasures.emptyText'),
        action: <EraseLink />,
      }}
    />
  );
}
