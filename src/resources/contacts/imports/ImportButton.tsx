import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { mayWrite } from '../../../crud/access.ts';

/** Links to the import wizard; hidden if the user may not start one. */
export function ImportButton({
  entity,
  variant = 'contained',
}: {
  entity: Outline;
  variant?: 'contained' | 'outlined';
}) {
  const translate = useTranslate();
  if (!mayWrite(entity, 'create')) return null;
  return (
    <Button
      variant={variant}
      component={Link}
      to={`/${entity.name}/create`}
      startIcon={<UploadFileOutlined />}
    >
      {translate('imports.import')}
    </Button>
  );
}
