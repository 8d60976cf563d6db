import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { canWrite } from '../../../crud/access.ts';
import { Button } from '../../../layout/Button.tsx';
import { usePhone } from '../../../layout/usePhone.ts';

/** Links to the import wizard; hidden if the user may not start one. */
export function ImportButton({
  entity,
  variant = 'contained',
}: {
  entity: Outline;
  variant?: 'contained' | 'outlined';
}) {
  const translate = useTranslate();
  // Beside the main action it is an icon on phones; where it is that itself, it keeps its words.
  const isIconic = variant === 'outlined';
  const isPhone = usePhone();
  if (!canWrite(entity, 'create')) return null;
  return (
    <Button
      variant={variant}
      className={isIconic ? 'crud-iconic' : undefined}
      title={isIconic && isPhone ? translate('imports.import') : undefined}
      to={`/${entity.name}/create`}
      startIcon={<UploadFileOutlined />}
    >
      <span>{translate('imports.import')}</span>
    </Button>
  );
}
