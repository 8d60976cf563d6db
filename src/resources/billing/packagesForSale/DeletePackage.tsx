import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DeleteConfirmed } from '../../../crud/DeleteConfirmed.tsx';

const packageForSale = entityOf('admin/packages');

/** Deletes a package that was never sold; a sold one can only be taken off sale. */
export function DeletePackage({ pack, compact }: { pack: Row; compact?: boolean }) {
  const translate = useTranslate();
  if (pack.sold !== 0 || !canWrite(packageForSale, 'update')) return null;
  return (
    <DeleteConfirmed entity={packageForSale} record={pack} name={shown(pack.name)} compact={compact}>
      {translate('sale.deleteText')}
    </DeleteConfirmed>
  );
}
