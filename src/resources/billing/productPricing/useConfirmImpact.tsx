import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { PRICING_IMPACT, type PricingImpact, type ProductPricing } from '#schema/productPricing.ts';
import { dateTime, number, priceInRupees } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useQuestion } from '../../../crud/useQuestion.ts';

type Values = Partial<ProductPricing>;

/** The question; `impact` is null if the server could not tell what changes. */
interface Question {
  values: Values;
  impact: PricingImpact | null;
}

async function impactOf({
  uuid,
  operator,
  price: amount,
  viber_price: viber,
  release_undelivered,
  valid_from,
}: Values) {
  const query = new URLSearchParams({
    price: String(amount),
    ...(typeof viber === 'number' && { viber_price: String(viber) }),
    release_undelivered: String(release_undelivered),
    ...(operator && { operator }),
    ...(valid_from && { valid_from }),
    ...(uuid && { pricing: uuid }),
  });
  return (await http.json<{ data: PricingImpact }>(`${PRICING_IMPACT}?${query}`)).data;
}

/**
 * Asks before saving a price that is everybody's, with the number and names of the accounts that it affects and the
 * difference by operator. A price of one account, or one that affects nobody yet, is saved without a question.
 */
export function useConfirmImpact(): { confirm(values: Values): Promise<boolean>; dialog: ReactNode } {
  const { about, isOpen, ask, decide } = useQuestion<Question>();
  const confirm = async (values: Values): Promise<boolean> => {
    if (values.account) return true;
    // Not every server supports this; a question without numbers is better than none.
    const impact = offers('pricing-impact') ? await impactOf(values).catch(() => null) : null;
    if (impact?.accounts === 0) return true;
    return ask({ values, impact });
  };
  const dialog = about && <ImpactDialog question={about} isOpen={isOpen} onDecide={decide} />;
  return { confirm, dialog };
}

function ImpactDialog({
  question: { impact, values },
  isOpen,
  onDecide,
}: {
  question: Question;
  isOpen: boolean;
  onDecide(isConfirmed: boolean): void;
}) {
  const translate = useTranslate();
  const count = impact && { smart_count: impact.accounts, count: number(impact.accounts) };
  return (
    <ConfirmDialog
      open={isOpen}
      title={count ? translate('pricing.impactTitle', count) : translate('pricing.impactUnknownTitle')}
      confirm={count ? translate('pricing.impactConfirm', count) : translate('pricing.impactUnknownConfirm')}
      onConfirm={() => onDecide(true)}
      onClose={() => onDecide(false)}
    >
      <div className="pricing-impact">
        {impact ? <Impact impact={impact} values={values} /> : <p>{translate('pricing.impactUnknown')}</p>}
        <p>
          {values.valid_from
            ? translate('pricing.impactFrom', { time: dateTime(values.valid_from) })
            : translate('pricing.impactNow')}
        </p>
      </div>
    </ConfirmDialog>
  );
}

function Impact({ impact, values }: { impact: PricingImpact; values: Values }) {
  const translate = useTranslate();
  const rest = impact.accounts - impact.names.length;
  const more = rest > 0 ? [translate('pricing.impactMore', { count: number(rest) })] : [];
  const isAffected = ({ accounts }: { accounts: number }) => accounts > 0;
  return (
    <>
      <p>{[...impact.names, ...more].join(', ')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('pricing.impactOperator')}</th>
            <th scope="col">{translate('pricing.impactAccounts')}</th>
            <th scope="col">{translate('pricing.impactOld')}</th>
            <th scope="col">{translate('pricing.impactNew')}</th>
          </tr>
        </thead>
        <tbody>
          {impact.operators.filter(isAffected).map(({ operator, old_release_undelivered: was, ...row }) => (
            <Row key={operator} {...row} name={translate(`crud.choices.${operator}`)} amount={values.price}>
              {was !== values.release_undelivered && (
                <small>
                  {translate(values.release_undelivered ? 'pricing.released' : 'pricing.notReleased')}
                </small>
              )}
            </Row>
          ))}
          {impact.viber?.filter(isAffected).map(({ operator, ...row }) => (
            <Row
              key={`viber ${operator}`}
              {...row}
              name={translate('pricing.impactViber', { operator: translate(`crud.choices.${operator}`) })}
              amount={values.viber_price}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps {
  name: string;
  accounts: number;
  old_price: number | null;
  amount: unknown;
  children?: ReactNode;
}

function Row({ name, accounts, old_price: old, amount: typed, children }: RowProps) {
  const translate = useTranslate();
  const amount = Number(typed);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{number(accounts)}</td>
      <td>{old === null ? '–' : priceInRupees(old, 6)}</td>
      <td>
        <b>{priceInRupees(amount, 6)}</b>
        {old !== null && old !== amount && (
          <small>
            {translate(old < amount ? 'pricing.impactDearer' : 'pricing.impactCheaper', {
              amount: priceInRupees(Math.abs(amount - old), 6),
            })}
          </small>
        )}
        {children}
      </td>
    </tr>
  );
}
