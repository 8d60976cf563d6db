import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { canAccess } from '../core/access.ts';

/** The action of an empty list that fills when messages are sent. Nothing for users who cannot send. */
export function useSendAction(variant: 'contained' | 'outlined', label = 'menu.bulk_sms'): ReactNode {
  const translate = useTranslate();
  return (
    canAccess('sms/bulk-sms') && (
      <Button variant={variant} component={Link} to="/sms/bulk-sms">
        {translate(label)}
      </Button>
    )
  );
}
