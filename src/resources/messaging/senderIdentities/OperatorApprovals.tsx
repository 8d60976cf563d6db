import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { approvingOperators, type OperatorApproval } from '#schema/approvingOperators.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { DocumentView } from '../../../crud/DocumentView.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import './approvals.css';

/** Each operator's approval of a sender ID, with the operator's own number. */
export function OperatorApprovals({
  approvals = [],
  action,
}: {
  /** Missing in answers of older servers. */
  approvals?: readonly OperatorApproval[];
  /** Next to the heading. */
  action?: ReactNode;
}) {
  const translate = useTranslate();
  const operators = useOperatorNames();
  const id = useId();
  return (
    <section className="crud-card approvals" aria-labelledby={id}>
      <div className="approvals-head">
        <h2 id={id}>{translate('profile.sender.approvals.title')}</h2>
        {action}
      </div>
      <dl>
        {approvingOperators.map((operator) => {
          const { status = 'none', reference = null } =
            approvals.find((one) => one.operator === operator) ?? {};
          return (
            <div key={operator}>
              <dt>{operators.name(operator)}</dt>
              <dd>
                <StatusChip status={status} label={translate(`profile.sender.approvals.${status}`)} />
                {reference && <span>{translate('profile.sender.approvals.number', { reference })}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
      {approvals.map(
        ({ operator, document }) =>
          document && (
            <DocumentView
              key={operator}
              uuid={document}
              title={translate('profile.sender.approvals.document', { operator: operators.name(operator) })}
            />
          ),
      )}
    </section>
  );
}
