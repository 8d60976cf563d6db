import type { Kysely } from 'kysely';
import { type Config, sellerOf } from '../../../config.ts';
import {
  createEsewa,
  ESEWA_FORM,
  ESEWA_STATUS,
  ESEWA_TEST_FORM,
  ESEWA_TEST_PRODUCT,
  ESEWA_TEST_STATUS,
} from './esewa.ts';
import type { Gateway } from './gateway.ts';
import { createKhalti, KHALTI_API } from './khalti.ts';
import { createOnlinePayments, type OnlinePayments } from './onlinePayments.ts';
import type { SettleDeps } from './settle.ts';

/** Where eSewa's form goes: what is configured, else eSewa's own host, and its test host for its test merchant. */
const esewaForm = ({ ESEWA_URL, ESEWA_PRODUCT_CODE }: Config): string =>
  ESEWA_URL ?? (ESEWA_PRODUCT_CODE === ESEWA_TEST_PRODUCT ? ESEWA_TEST_FORM : ESEWA_FORM);

/** The services that are configured; none without PUBLIC_URL, which they send people back to. */
export function gatewaysOf(config: Config): Gateway[] {
  const { ESEWA_PRODUCT_CODE: product, ESEWA_SECRET, KHALTI_SECRET, PUBLIC_URL } = config;
  if (!PUBLIC_URL) return [];
  const returnTo = (uuid: string) => new URL(`/wallet/online/${uuid}`, PUBLIC_URL).href;
  const found: Gateway[] = [];
  if (product && ESEWA_SECRET) {
    const testing = product === ESEWA_TEST_PRODUCT;
    const statusUrl = config.ESEWA_STATUS_URL ?? (testing ? ESEWA_TEST_STATUS : ESEWA_STATUS);
    found.push(createEsewa({ url: esewaForm(config), statusUrl, product, secret: ESEWA_SECRET, returnTo }));
  }
  if (KHALTI_SECRET) {
    const url = config.KHALTI_URL ?? KHALTI_API;
    found.push(createKhalti({ url, secret: KHALTI_SECRET, website: PUBLIC_URL, returnTo }));
  }
  return found;
}

/** Online payments as they are configured. */
export const onlinePaymentsOf = (
  config: Config,
  db: Kysely<unknown>,
  { deliverMail, log }: Pick<SettleDeps, 'deliverMail' | 'log'>,
): OnlinePayments =>
  createOnlinePayments({ db, gateways: gatewaysOf(config), seller: sellerOf(config), deliverMail, log });

/** The origins that the console may send a form to, for the pages' security policy. */
export function formOrigins(config: Config): string[] {
  const offered = gatewaysOf(config).some(({ method }) => method === 'esewa');
  return offered ? [new URL(esewaForm(config)).origin] : [];
}
