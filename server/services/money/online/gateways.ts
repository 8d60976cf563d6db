import type { Kysely } from 'kysely';
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

/** The services' keys and addresses from the environment (docs/payments.md). */
interface Settings {
  PUBLIC_URL?: string | undefined;
  ESEWA_PRODUCT_CODE?: string | undefined;
  ESEWA_SECRET?: string | undefined;
  ESEWA_URL?: string | undefined;
  ESEWA_STATUS_URL?: string | undefined;
  KHALTI_SECRET?: string | undefined;
  KHALTI_URL?: string | undefined;
}

/** Target of eSewa's form: as configured, otherwise eSewa's host, or its test host for its test merchant. */
const esewaForm = ({ ESEWA_URL, ESEWA_PRODUCT_CODE }: Settings): string =>
  ESEWA_URL ?? (ESEWA_PRODUCT_CODE === ESEWA_TEST_PRODUCT ? ESEWA_TEST_FORM : ESEWA_FORM);

/** The configured services; none without PUBLIC_URL, to which they send people back. */
export function gatewaysOf(config: Settings): Gateway[] {
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

/** The configured online payment services. */
export const onlinePaymentsOf = (
  config: Settings,
  db: Kysely<unknown>,
  { seller, deliverMail, log }: Pick<SettleDeps, 'deliverMail' | 'log' | 'seller'>,
): OnlinePayments => createOnlinePayments({ db, gateways: gatewaysOf(config), seller, deliverMail, log });

/** The origins to which the console may send forms, for the pages' security policy. */
export function formOrigins(config: Settings): string[] {
  const offered = gatewaysOf(config).some(({ method }) => method === 'esewa');
  return offered ? [new URL(esewaForm(config)).origin] : [];
}
