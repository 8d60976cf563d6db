import { useTranslate } from 'ra-core';
import type { Kyc } from '#schema/kyc.ts';
import { kycReasons } from '#schema/reviewReasons.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DecisionBar } from '../../../crud/review/DecisionBar.tsx';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import { kycQueue } from './reviews.ts';

/**
 * The decision of staff on a verification. It names the version that was read, because a record may be resubmitted. The
 * server refuses that of the person who submitted it.
 */
export function KycReview({ record }: { record: Kyc & { id: string } }) {
  const translate = useTranslate();
  const { uuid, submitted_at, updated_at, name: person, company_name: company, company_pan: pan } = record;
  const name = company || person;
  const seen = { uuid, submitted_at, updated_at };
  return (
    <DecisionBar
      queue={kycQueue}
      record={record as unknown as Row}
      yes={translate('reviews.approve')}
      approval={(decision) => (
        <ConfirmDialog
          open={decision.asking === 'approve'}
          busy={decision.isBusy}
          title={translate('reviews.approveKyc', { name })}
          confirm={translate('reviews.approve')}
          onConfirm={() =>
            void decision.send(
              () => http.json('/v1/autho/kyc/approve/', { body: seen }),
              translate('reviews.approved', { name }),
            )
          }
          onClose={decision.close}
        >
          <div className="review-dialog">
            <p>
              {pan
                ? translate('reviews.approveCompany', { name, pan })
                : translate('reviews.approvePerson', { name })}
            </p>
            {decision.failure && (
              <DecisionFailure failure={decision.failure} isUncertain={decision.isUncertain} />
            )}
          </div>
        </ConfirmDialog>
      )}
      no={{
        title: translate('reviews.rejectTitle', { name }),
        reasons: kycReasons,
        done: translate('reviews.rejected', { name }),
      }}
      reject={(reason) => http.json('/v1/autho/kyc/reject/', { body: { ...seen, reason } })}
    />
  );
}
