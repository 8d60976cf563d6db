import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { useQuestion } from '../../../crud/useQuestion.ts';

const packageForSale = entityOf('admin/packages');

type Values = Readonly<Record<string, unknown>>;

/** What everybody who buys the package pays and gets. */
const terms = ['price', 'parts', 'validity_days'] as const;

/** Asks before saving other terms of a package that is for sale, with the former and the new ones. */
export function useConfirmTerms(): {
  confirm(values: Values, former?: Values): Promise<boolean>;
  dialog: ReactNode;
} {
  const translate = useTranslate();
  const labels = useLabels(packageForSale);
  const { about, isOpen, ask, decide } = useQuestion<{ values: Values; former: Values }>();
  const changed = (values: Values, former: Values) => terms.filter((name) => values[name] !== former[name]);
  const confirm = async (values: Values, former?: Values): Promise<boolean> => {
    const isForSale = former?.is_active === true && values.is_active === true;
    if (!former || !isForSale || changed(values, former).length === 0) return true;
    return ask({ values, former });
  };
  const dialog = about && (
    <ConfirmDialog
      open={isOpen}
      title={translate('sale.changeTitle', { name: String(about.former.name ?? '') })}
      confirm={translate('sale.changeConfirm')}
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      <dl className="crud-figures is-boxed">
        {changed(about.values, about.former).map((name) => (
          <div key={name}>
            <dt>{labels.field(name)}</dt>
            <dd>
              <FieldValue entity={packageForSale} name={name} record={about.former} /> →{' '}
              <b>
                <FieldValue entity={packageForSale} name={name} record={about.values} />
              </b>
            </dd>
          </div>
        ))}
      </dl>
      <p>{translate('sale.changeText')}</p>
    </ConfirmDialog>
  );
  return { confirm, dialog };
}
