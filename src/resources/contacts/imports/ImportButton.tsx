import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { canWrite } from '../../../crud/access.ts';
import { Button } from '../../../layout/Button.tsx';

/** Links to the import wizard; hidden if the user may not start one. */
export function ImportButton({
  entity,
  variant = 'contained',
}: {
  entity: Outline;
  variant?: 'contained' | 'outlined';
}) {
  const translate = useTranslate();
  if (!canWrite(entity, 'create')) return null;
  return (
    <Button
      variant={variant}
      // Beside the main action; where it is that itself, it keeps its words.
      className={variant === 'outlined' ? 'crud-iconic' : undefined}
      title={translate('imports.import')}
      to={`/${entity.name}/create`}
      startIcon={<UploadFileOutlined />}
    >
      <span>{translate('imports.import')}</span>
    </Button>
  );
}
