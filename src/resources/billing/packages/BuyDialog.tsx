import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { canAccess } from '../../../core/access.ts';
import { money, number, rupees } from '../../../core/format.ts';
import { ChoiceCard } from '../../../crud/ChoiceCards.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { Dialog } from '../../../layout/Dialog.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useBalance, useSpendable } from '../../../layout/useUser.ts';
import { PaymentFailure } from '../payments/PaymentFailure.tsx';
import { isManual, PaymentFields } from '../payments/PaymentFields.tsx';
import { uncertainText } from '../payments/uncertainText.ts';
import { useFocusProblem } from '../payments/useFocusProblem.ts';
import { usePaymentOptions } from '../payments/usePaymentOptions.ts';
import type { Purchase, PurchaseDraft, PurchaseResult } from './usePurchase.ts';
import '../../../crud/crud.css';

/** Buys the chosen package: payment method, exact cost, and result. */
export function BuyDialog({ purchase }: { purchase: Purchase }) {
  const id = useId();
  const { shown, bought, isPaying, close } = purchase;
  const isOpen = shown !== undefined || bought !== undefined;
  return (
    <Dialog
      open={isOpen}
      onClose={isPaying ? undefined : close}
      // The answer may come between the two clicks of a double click, which is not meant for what it shows.
      onClickCapture={(event) => {
        if (!bought || event.detail < 2) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      aria-labelledby={id}
      maxWidth="sm"
      fullWidth
    >
      {bought ? (
        <Done id={id} bought={bought} onClose={close} />
      ) : shown ? (
        <BuyForm id={id} purchase={purchase} kept={shown} />
      ) : null}
    </Dialog>
  );
}

function BuyForm({ id, purchase, kept }: { id: string; purchase: Purchase; kept: PurchaseDraft }) {
  const translate = useTranslate();
  const options = usePaymentOptions();
  const balance = useBalance();
  const spendable = useSpendable();
  const [isUploading, setUploading] = useState(false);
  const { pack, values, offer, formerPrice } = kept;
  const { isPaying, failure, problems, wanted } = purchase;
  const isUncertain = offer?.uncertain === true && !isPaying;
  const amount = money(pack.price);
  // While it is tried again, too: the balance may have been lowered by this very purchase.
  const isRepeated = useRef(false);
  if (!isPaying) isRepeated.current = isUncertain;
  const isFresh = values.method === 'wallet' && !isRepeated.current;
  const isShort = isFresh && spendable !== undefined && spendable < pack.price;
  const form = useFocusProblem(problems);
  const history = canAccess('packages/history') && (
    <Link to="/packages/history" onClick={purchase.close}>
      {translate('packages.seeHistory')}
    </Link>
  );

  return (
    <form
      ref={form}
      className="pay-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        purchase.buy();
      }}
    >
      <DialogTitle id={id}>{translate('packages.buyTitle', { name: pack.name, amount })}</DialogTitle>
      <DialogContent className="pay-dialog">
        <p>
          {translate('packages.holds', {
            parts: number(pack.parts),
            smart_count: pack.validity_days,
            days: number(pack.validity_days),
          })}
        </p>
        {failure && (
          <PaymentFailure
            failure={failure}
            amount={pack.price}
            former={formerPrice}
            isUncertain={isUncertain}
            onRetry={purchase.buy}
          >
            {isUncertain && history}
          </PaymentFailure>
        )}
        {!failure && isUncertain && (
          <Alert severity="error" variant="outlined">
            {translate(uncertainText(), { amount })}{' '}
            {wanted && translate('packages.unansweredFirst', { name: wanted.name })} {history}
          </Alert>
        )}
        {options.data ? (
          <PaymentFields
            values={values}
            onChange={purchase.edit}
            problems={problems}
            options={options.data}
            legend={translate('payments.how')}
            disabled={isPaying || isUncertain}
            onBusy={setUploading}
            first={(group) => (
              <ChoiceCard
                group={group}
                value="wallet"
                chosen={values.method === 'wallet'}
                label={translate('payments.method.wallet')}
                note={
                  balance === undefined
                    ? translate('packages.walletNoteOnly')
                    : translate('packages.walletNote', { amount: rupees(balance) })
                }
                disabled={isPaying || isUncertain}
                onChoose={() => purchase.edit({ method: 'wallet' })}
              />
            )}
          />
        ) : options.error ? (
          <LoadFailure what="payments.methods" error={options.error} onRetry={() => void options.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={200} />
        )}
        {isFresh && balance !== undefined && (
          <WalletFigures price={pack.price} balance={balance} credit={(spendable ?? balance) - balance} />
        )}
        {values.method !== '' && values.method !== 'wallet' && (
          <p>
            {translate(isManual(values.method) ? 'packages.whenConfirmed' : 'packages.whenPaid', {
              method: translate(`payments.method.${values.method}`),
            })}
          </p>
        )}
        {isUploading && <p role="status">{translate('payments.uploading')}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={purchase.close} disabled={isPaying}>
          {translate(isUncertain ? 'payments.close' : 'crud.form.cancel')}
        </Button>
        {isUncertain && <Button onClick={purchase.startOver}>{translate('payments.startOver')}</Button>}
        <Button type="submit" variant="contained" loading={isPaying} disabled={isShort || isUploading}>
          {translate(isUncertain ? 'payments.tryAgain' : confirmKey(values.method), {
            amount,
            method: values.method && translate(`payments.method.${values.method}`),
          })}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The button's label says what happens with the money. */
const confirmKey = (method: string): string => {
  if (method === 'wallet' || method === '') return 'packages.confirm.wallet';
  return isManual(method) ? 'packages.confirm.manual' : 'packages.confirm.online';
};

/** The wallet before and after; if balance and credit are too low, the missing amount and a link to top up. */
function WalletFigures({ price, balance, credit }: { price: number; balance: number; credit: number }) {
  const translate = useTranslate();
  const missing = price - balance - credit;
  return (
    <>
      <dl className="crud-figures is-boxed has-sum">
        <div>
          <dt>{translate('packages.balanceNow')}</dt>
          <dd>{rupees(balance)}</dd>
        </div>
        <div>
          <dt>{translate('packages.price')}</dt>
          <dd>{rupees(price)}</dd>
        </div>
        <div>
          <dt>{translate(missing > 0 ? 'packages.missingLabel' : 'packages.balanceAfter')}</dt>
          <dd>{rupees(missing > 0 ? missing : balance - price)}</dd>
        </div>
      </dl>
      {missing > 0 && (
        <Alert
          // Not `alert`, which a dialog scrolls to: it belongs to the choice above.
          role="status"
          severity="warning"
          variant="outlined"
          action={
            canAccess('wallet/topup-history/create') && (
              <Button color="inherit" component={Link} to={`/wallet/topup-history/create?amount=${missing}`}>
                {translate('topup.request')}
              </Button>
            )
          }
        >
          {translate('packages.short', { amount: money(missing) })}
        </Alert>
      )}
    </>
  );
}

function Done({ id, bought, onClose }: { id: string; bought: PurchaseResult; onClose(): void }) {
  const translate = useTranslate();
  const { pack, payment } = bought;
  const isThere = payment.status === 'confirmed';
  const route = isThere ? 'packages/active-packages' : 'packages/history';
  // React's `autoFocus` is only for buttons and fields.
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <DialogTitle id={id} className="pay-done">
        <CheckCircleRounded aria-hidden="true" color="success" />
        {translate(isThere ? 'packages.bought' : 'packages.requested', { name: pack.name })}
      </DialogTitle>
      <DialogContent className="pay-dialog">
        <p role="status">
          {translate(isThere ? 'packages.boughtText' : 'packages.requestedText', {
            amount: money(payment.amount),
            parts: number(pack.parts),
            smart_count: pack.validity_days,
            days: number(pack.validity_days),
          })}
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={!canAccess(route)}>
          {translate('payments.close')}
        </Button>
        {canAccess(route) && (
          <Button variant="contained" component={Link} to={`/${route}`} ref={link}>
            {translate(isThere ? 'packages.seeActive' : 'packages.seeHistory')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
