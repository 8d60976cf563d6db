import { useTranslate } from 'ra-core';
import { billing } from '#schema/billingSettings.ts';
import { inputFor } from '../../../../crud/inputs.tsx';
import { FixedNote, SettingsForm } from '../SettingsForm.tsx';
import { BankAccountsInput } from './BankAccountsInput.tsx';
import { MethodsInput } from './MethodsInput.tsx';

type Name = keyof typeof billing.fields;
const seller = ['seller_name', 'seller_pan', 'seller_address'] as const;
const bounds = ['topup_min', 'topup_max'] as const;

/** Seller, bank accounts, methods with their instructions, and the bounds of a top-up: one form, saved together. */
export function BillingForm() {
  const translate = useTranslate();
  return (
    <SettingsForm part={billing} isWhole>
      {(fixed) => {
        const input = (name: Name) => {
          const field = billing.fields[name];
          const Input = inputFor(field.kind);
          const isFixed = fixed.includes(name);
          return (
            <div key={name}>
              <Input entity={billing} name={name} field={field} disabled={isFixed} />
              {isFixed && <FixedNote />}
            </div>
          );
        };
        return (
          <>
            <section className="billing-section" aria-labelledby="billing-seller">
              <h2 id="billing-seller">{translate('billingSettings.seller')}</h2>
              <p className="billing-lead">{translate('billingSettings.sellerHelp')}</p>
              {seller.map(input)}
            </section>
            <section className="billing-section" aria-labelledby="billing-methods">
              <h2 id="billing-methods">{translate('billingSettings.methods')}</h2>
              <p className="billing-lead">{translate('billingSettings.methodsHelp')}</p>
              <MethodsInput source="payment_methods" isFixed={fixed.includes('payment_methods')}>
                {{
                  bank: input('bank_instructions'),
                  cash: input('cash_instructions'),
                  cheque: input('cheque_instructions'),
                }}
              </MethodsInput>
              <BankAccountsInput source="bank_accounts" isHidden={fixed.includes('bank_instructions')} />
              <div className="billing-pair">{bounds.map(input)}</div>
              {input('invoice_days')}
            </section>
          </>
        );
      }}
    </SettingsForm>
  );
}
