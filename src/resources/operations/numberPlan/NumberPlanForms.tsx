import { useTranslate } from 'ra-core';
import { numberRange } from '#schema/numberPlan.ts';
import { shown } from '../../../core/labels.ts';
import { AddInstead } from '../../../crud/AddInstead.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { shownPrefix } from './shownPrefix.ts';

export const NumberPlanCreate = () => <EntityCreate entity={numberRange} defaults={{ closed: false }} />;

export function NumberPlanEdit() {
  const translate = useTranslate();
  return (
    <EntityEdit
      entity={numberRange}
      title={({ prefix }) => shownPrefix(shown(prefix))}
      locked={({ is_open: isOpen }) =>
        isOpen ? undefined : <AddInstead entity={numberRange} reason={translate('numberPlan.locked')} />
      }
    />
  );
}
