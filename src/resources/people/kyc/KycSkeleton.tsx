import { useTranslate } from 'ra-core';
import { reviewsKyc } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { PageHeader, type PageHeaderProps } from '../../../crud/PageHeader.tsx';
import { FieldsSkeleton } from '../../../crud/RecordStates.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { fieldsOf } from './form.ts';

const kyc = entityOf('kyc');

/** A verification's page while it is loading, as that of a person with a citizenship certificate: most are. */
export function KycSkeleton({ back }: Pick<PageHeaderProps, 'back'>) {
  const translate = useTranslate();
  const { field } = useLabels(kyc);
  const account = reviewsKyc() ? [translate('reviews.account')] : [];
  return (
    <div className="kyc" aria-busy="true">
      <PageHeader title={translate('crud.list.loading')} back={back} />
      {/* The heading says that it is loading. */}
      <section className="crud-card kyc-section" aria-hidden="true">
        <FieldsSkeleton labels={[...account, field('type'), field('submitted_at')]} />
      </section>
      <div className="kyc-summary" aria-hidden="true">
        <div className="kyc-told">
          {(['who', 'document', 'address'] as const).map((step) => (
            <section key={step} className="crud-card kyc-section">
              <header>
                <h3>{translate(`kyc.part.${step}`)}</h3>
              </header>
              <FieldsSkeleton labels={fieldsOf(step, 'individual', 'citizenship').map(field)} />
            </section>
          ))}
        </div>
        <section className="crud-card kyc-section">
          <header>
            <h3>{translate('kyc.part.files')}</h3>
          </header>
          <div className="kyc-files">
            {fieldsOf('files', 'individual', 'citizenship').map((name) => (
              <Skeleton key={name} variant="rounded" height="11rem" />
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}
