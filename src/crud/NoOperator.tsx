import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { canAccess } from '../core/access.ts';

const ADD = '/admin/operator-links/create';

/** Links to the page where an operator link is added, for users who may. */
export function AddLink() {
  const translate = useTranslate();
  if (!canAccess('admin/operator-links', 'create')) return null;
  return <Link to={ADD}>{translate('staff.links_add')}</Link>;
}

/** Shown to staff while no link leads to an operator: what happens to campaigns meanwhile, and what to do. */
export function NoOperator({ links }: { links: readonly Pick<OperatorLink, 'is_simulator'>[] }) {
  const translate = useTranslate();
  if (links.some(({ is_simulator }) => !is_simulator)) return null;
  return (
    <Alert severity="warning" variant="outlined" sx={{ mb: 2 }}>
      <AlertTitle>{translate('links.no_operator')}</AlertTitle>
      {translate(links.length > 0 ? 'links.only_simulator' : 'links.nobody')} <AddLink />
    </Alert>
  );
}
