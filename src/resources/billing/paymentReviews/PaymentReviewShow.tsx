import { useTranslate } from 'ra-core';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { paymentReasons } from '#schema/reviewReasons.ts';
import { entityOf } from '../../../core/entities.ts';
import { money } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DocumentView } from '../../../crud/DocumentView.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { DecisionBar } from '../../../crud/review/DecisionBar.tsx';
import { QueueBar } from '../../../crud/review/QueueBar.tsx';
import { isChanged, ReadVersion } from '../../../crud/review/ReadVersion.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { canChange } from '../payments/paymentTitle.ts';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { OnlineFacts } from './OnlineFacts.tsx';
import { PossibleDuplicates } from './PossibleDuplicates.tsx';
import { asPayment, isOnline, paymentQueue } from './queue.ts';
import { SecondPerson } from './SecondPerson.tsx';

const paymentReview = entityOf('admin/payment-references');

/** While it waits, somebody else may decide. */
const PENDING_EVERY = 5000;

const fieldsOf = ({ kind, status, first_by, note }: PaymentReview): string[] => [
  ...['account_name', 'user_name', 'kind', ...(kind === 'package' ? ['package_name'] : [])],
  ...['amount', 'method', 'reference', 'created_at', ...(note ? ['note'] : [])],
  ...(first_by ? ['first_by_name', 'first_at'] : []),
  ...(status === 'pending' ? [] : ['decided_at', 'decided_by', 'reason']),
];

/** One payment with its receipt and the decision. */
export function PaymentReviewShow() {
  const translate = useTranslate();
  const labels = useLabels(paymentReview);
  const user = useUser();
  return (
    <div className="review review-pair">
      <EntityShow
        entity={paymentReview}
        title={(record) => titleOf(translate, asPayment(record))}
        beside={({ status }) => <StatusChip status={status} label={labels.choice('status', status)} />}
        before={(record) => (
          <>
            <QueueBar queue={paymentQueue} record={record} />
            <PossibleDuplicates payment={asPayment(record)} />
            <SecondPerson payment={asPayment(record)} />
          </>
        )}
        canEdit={canChange}
        fields={(record) => fieldsOf(asPayment(record))}
        render={{
          account_name: ({ account, account_name: name }) => <AccountLink uuid={account} name={name} />,
          decided_by: ({ status, decided_by: by }) =>
            by || status === 'pending' ? undefined : translate('reviews.byServer'),
        }}
        after={(record) => <Below key={record.id} record={record} />}
        around={(page) => (
          // What somebody confirmed first is no news to them.
          <ReadVersion isNews={(read, latest) => isChanged(read, latest) && latest.first_by !== user?.uuid}>
            {page}
          </ReadVersion>
        )}
        refetchEvery={(record) => (record?.status === 'pending' ? PENDING_EVERY : false)}
      />
    </div>
  );
}

const titleOf = (
  translate: ReturnType<typeof useTranslate>,
  { kind, amount, package_name: name }: PaymentReview,
): string => translate(`payments.title.${kind}`, { amount: money(amount), name });

function Below({ record }: { record: Row }) {
  const translate = useTranslate();
  const user = useUser();
  const payment = asPayment(record);
  const { uuid, receipt, method } = payment;
  const name = titleOf(translate, payment);
  return (
    <>
      <section className="crud-card review-document">
        {isOnline(method) ? (
          <OnlineFacts uuid={uuid} />
        ) : receipt ? (
          <DocumentView uuid={receipt} title={translate('payments.receipt')} />
        ) : (
          <p>{translate('reviews.noReceipt')}</p>
        )}
      </section>
      <DecisionBar
        queue={paymentQueue}
        record={record}
        yes={translate('reviews.confirmPayment')}
        approval={
          payment.awaits_second && payment.first_by === user?.uuid
            ? null
            : (decision) => <ConfirmPayment key={payment.updated_at} payment={payment} decision={decision} />
        }
        no={{
          title: translate('reviews.rejectTitle', { name }),
          reasons: paymentReasons,
          done: translate('reviews.rejected', { name }),
        }}
        reject={(reason) =>
          http.json('/v1/credit/payment/credit_payment_reject/', { body: { uuid, reason } })
        }
      />
    </>
  );
}
