import type { GatewayCheck } from '#schema/billingSettings.ts';
import type { Failure } from '#schema/entity.ts';
import type { PaymentOptions } from '#schema/paymentReference.ts';
import { ESEWA_PRODUCT, ESEWA_SECRET } from '../../support/esewaServer.ts';
import { PATH, setUpBilling } from './billingSetup.ts';

/** The settings of billing, and what the tests do with the keys of online services. */
export function setUpServiceKeys() {
  const setup = setUpBilling();
  const gateway = (method: string) => `${PATH}gateways/${method}/`;
  return Object.assign(setup, {
    gateway,
    options: async () =>
      (await setup.world.call<{ data: PaymentOptions }>('customer', 'GET', '/v1/credit/payment/methods/'))
        .body.data,
    check: async (method: string) =>
      (await setup.world.call<{ data: GatewayCheck } & Failure>('admin', 'POST', `${gateway(method)}check/`))
        .body,
    setEsewa: () => setup.put(gateway('esewa'), { product: ESEWA_PRODUCT, secret: ESEWA_SECRET }),
    /** Begins a payment at eSewa in the other process. */
    payAtEsewa: () =>
      setup.second.inject({
        ...{ method: 'POST', url: '/v1/credit/payment/credit_payment_initiate/' },
        headers: { authorization: `Token ${setup.world.tokens.customer}` },
        payload: { amount: 123_450, method: 'esewa' },
      }),
  });
}
