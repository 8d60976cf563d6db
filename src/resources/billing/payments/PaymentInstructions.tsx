import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { ManualMethod, PaymentOptions } from '#schema/paymentReference.ts';

/** Where to pay by a method: the provider's bank accounts for transfers and cheques, and what it says about the method. */
export function PaymentInstructions({ options, method }: { options: PaymentOptions; method: string }) {
  const translate = useTranslate();
  const needsAccount = method !== 'cash';
  const accounts = (needsAccount && options.accounts) || [];
  // A server that does not say it by method has one text, for transfers and cheques.
  const text = options.method_instructions
    ? options.method_instructions[method as ManualMethod]
    : needsAccount && options.instructions;
  if (accounts.length === 0 && !text) {
    // Otherwise the customer is asked to pay into an account that is nowhere named.
    return method === 'bank' ? (
      <Alert severity="info" variant="outlined">
        {translate('payments.noAccount')}
      </Alert>
    ) : null;
  }
  return (
    <section className="pay-instructions" aria-label={translate('payments.instructions')}>
      <h3>{translate('payments.instructions')}</h3>
      {accounts.map(({ bank, branch, name, number }) => (
        <dl key={`${bank} ${number}`}>
          <div>
            <dt>{translate('payments.bankAccount.bank')}</dt>
            <dd>{branch ? `${bank}, ${branch}` : bank}</dd>
          </div>
          <div>
            <dt>{translate('payments.bankAccount.name')}</dt>
            <dd>{name}</dd>
          </div>
          <div>
            <dt>{translate('payments.bankAccount.number')}</dt>
            {/* As it is typed at a bank, so always in Latin digits. */}
            <dd className="crud-number">{number}</dd>
          </div>
        </dl>
      ))}
      {text && <p>{text}</p>}
    </section>
  );
}
