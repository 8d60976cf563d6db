import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { type FormEvent, useState } from 'react';
import {
  type BillingSettings,
  billing,
  GATEWAYS,
  type GatewayCheck,
  type GatewaySetting,
} from '#schema/billingSettings.ts';
import { number } from '../../../../core/format.ts';
import { ConfirmDialog } from '../../../../crud/ConfirmDialog.tsx';
import { metMeanwhile } from '../metMeanwhile.ts';
import { FixedNote } from '../SettingsForm.tsx';
import { useSettingsCall } from '../useSettingsCall.ts';

interface Props {
  gateways: readonly GatewaySetting[];
  onChanged(changed: BillingSettings): void;
}

/** The keys of eSewa and Khalti: they can be set, replaced, checked and removed, but never read. */
export function Gateways({ gateways, onChanged }: Props) {
  const translate = useTranslate();
  return (
    <>
      <p className="billing-lead">{translate('billingSettings.gatewaysHelp')}</p>
      {gateways.map((gateway) => (
        <Service key={gateway.method} gateway={gateway} onChanged={onChanged} />
      ))}
    </>
  );
}

const severity = { ok: 'success', refused: 'error', unreachable: 'warning' } as const;

function Service({ gateway, onChanged }: { gateway: GatewaySetting; onChanged: Props['onChanged'] }) {
  const translate = useTranslate();
  const { method, is_set, is_fixed, is_unreadable } = gateway;
  const { isBusy, submit } = useSettingsCall();
  /** Undefined until it is changed here: what is shown then follows the server. */
  const [typed, setProduct] = useState<string>();
  const product = typed ?? gateway.product ?? '';
  const [secret, setSecret] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [check, setCheck] = useState<GatewayCheck>();
  const [isRemoving, setRemoving] = useState(false);
  const path = `${GATEWAYS}${method}/`;
  const title = translate(`payments.method.${method}`);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const own = method === 'esewa' ? { product: product.trim() || null } : {};
    const now = await submit<BillingSettings>('GET', billing.path, undefined, null);
    if (!now.data) return setErrors(now.errors ?? {});
    const stored = now.data.gateways.find((other) => other.method === method);
    // A secret is of the merchant whose code stands beside it.
    const met = stored && (await metMeanwhile(billing, own, gateway, stored));
    if (met) {
      setProduct(product);
      setErrors(met);
      onChanged(now.data);
      return;
    }
    const body = { ...own, secret: secret.trim() || null };
    const { data, errors: wrong = {} } = await submit<BillingSettings>('PUT', path, body);
    setErrors(wrong);
    setCheck(undefined);
    if (!data) return;
    setSecret('');
    setProduct(undefined);
    onChanged(data);
  };
  const remove = async () => {
    const { data } = await submit<BillingSettings>('DELETE', path);
    setRemoving(false);
    setCheck(undefined);
    if (!data) return;
    setProduct(undefined);
    onChanged(data);
  };
  const ask = async () => {
    setCheck((await submit<GatewayCheck>('POST', `${path}check/`, undefined, null)).data);
  };
  const state = is_unreadable ? 'gatewayUnreadable' : is_set ? 'gatewaySet' : 'gatewayNotSet';

  return (
    <form className="billing-gateway" noValidate aria-label={title} onSubmit={(event) => void save(event)}>
      <header>
        <h3>{title}</h3>
        <span>{translate(`billingSettings.${state}`)}</span>
      </header>
      {is_unreadable && (
        <Alert severity="error" variant="outlined">
          {translate('billingSettings.gatewayUnreadableHelp')}
        </Alert>
      )}
      {method === 'esewa' && (
        <TextField
          id="esewa-product"
          label={translate('billingSettings.product')}
          value={product}
          onChange={({ target }) => {
            setProduct(target.value);
            setErrors({});
          }}
          disabled={is_fixed}
          error={Boolean(errors.product)}
          helperText={errors.product && <ValidationError error={errors.product} />}
          slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
          fullWidth
        />
      )}
      {is_fixed && <FixedNote />}
      {!is_fixed && (
        <TextField
          id={`${method}-secret`}
          type="password"
          label={translate('billingSettings.secret')}
          value={secret}
          onChange={({ target }) => {
            setSecret(target.value);
            setErrors({});
          }}
          error={Boolean(errors.secret)}
          helperText={
            errors.secret ? (
              <ValidationError error={errors.secret} />
            ) : (
              translate(`billingSettings.${is_set && !is_unreadable ? 'secretKept' : 'secretHelp'}`)
            )
          }
          // Otherwise browsers offer to fill in the user's own password.
          slotProps={{ htmlInput: { autoComplete: 'new-password', maxLength: 300 } }}
          fullWidth
        />
      )}
      {check && (
        <Alert severity={severity[check.result]} variant="outlined" role="status">
          {translate(`billingSettings.check.${check.result}`, { service: title, ms: number(check.ms) })}
          {check.result === 'ok' && method === 'esewa' && ` ${translate('billingSettings.check.noKey')}`}
          <div className="billing-detail">
            {translate('billingSettings.check.said', { text: check.detail })}
          </div>
        </Alert>
      )}
      <div className="crud-form-buttons">
        {!is_fixed && (
          <Button type="submit" variant="outlined" disabled={isBusy}>
            {translate('billingSettings.saveKeys', { service: title })}
          </Button>
        )}
        {is_set && !is_unreadable && (
          <Button onClick={() => void ask()} disabled={isBusy}>
            {translate('billingSettings.checkKeys', { service: title })}
          </Button>
        )}
        {is_set && !is_fixed && (
          <Button color="error" onClick={() => setRemoving(true)} disabled={isBusy}>
            {translate('billingSettings.removeKeys')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isRemoving}
        title={translate('billingSettings.removeKeysTitle', { service: title })}
        confirm={translate('billingSettings.removeKeys')}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(false)}
      >
        {translate('billingSettings.removeKeysText', { service: title })}
      </ConfirmDialog>
    </form>
  );
}
