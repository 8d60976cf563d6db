import type { Kysely } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { UnreadableSecret } from '../../platform/keyring.ts';
import { type BillingEnvironment, sellerNow } from '../billingSettings.ts';
import {
  createEsewa,
  ESEWA_FORM,
  ESEWA_STATUS,
  ESEWA_TEST_FORM,
  ESEWA_TEST_PRODUCT,
  ESEWA_TEST_STATUS,
} from './esewa.ts';
import type { Gateway, GatewayEnvironment } from './gateway.ts';
import { withStoredKeys } from './gatewayKeys.ts';
import { createKhalti, KHALTI_API } from './khalti.ts';
import { createOnlinePayments, type OnlinePayments } from './onlinePayments.ts';
import type { SettleDeps } from './settle.ts';

/** Target of eSewa's form: as configured, otherwise eSewa's host, or its test host for its test merchant. */
const esewaForm = ({ ESEWA_URL, ESEWA_PRODUCT_CODE }: GatewayEnvironment): string =>
  ESEWA_URL ?? (ESEWA_PRODUCT_CODE === ESEWA_TEST_PRODUCT ? ESEWA_TEST_FORM : ESEWA_FORM);

/** The configured services; none without PUBLIC_URL, to which they send people back. */
export function gatewaysOf(config: GatewayEnvironment): Gateway[] {
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

/** The services offered now: with keys of the environment, or of the console's settings. */
export const gatewaysNow = async (
  db: Db,
  env: GatewayEnvironment,
  onUnreadable?: (error: UnreadableSecret) => void,
): Promise<Gateway[]> => gatewaysOf(await withStoredKeys(db, env, onUnreadable));

/** The online payment services, as set at the time of each call. */
export function onlinePaymentsOf(
  env: GatewayEnvironment & BillingEnvironment,
  db: Kysely<unknown>,
  { deliverMail, log }: Pick<SettleDeps, 'deliverMail' | 'log'>,
): OnlinePayments {
  // Once for each: the keys of a process do not change, and it looks at every request.
  const told = new Set<string>();
  const onUnreadable = (error: UnreadableSecret) => {
    if (told.has(error.message)) return;
    told.add(error.message);
    log.error({ err: error }, 'a payment service is not offered: its secret cannot be read');
  };
  return createOnlinePayments({
    db,
    gateways: (on = db) => gatewaysNow(on, env, onUnreadable),
    seller: () => sellerNow(db, env),
    deliverMail,
    log,
  });
}

/** The origins to which the console may send forms, for the pages' security policy. */
export async function formOrigins(db: Db, env: GatewayEnvironment): Promise<string[]> {
  const keys = await withStoredKeys(db, env);
  const offered = gatewaysOf(keys).some(({ method }) => method === 'esewa');
  return offered ? [new URL(esewaForm(keys)).origin] : [];
}

/** Whether eSewa is offered with its test merchant, whose payments move no real money. */
export async function isTesting(db: Db, env: GatewayEnvironment): Promise<boolean> {
  const { ESEWA_PRODUCT_CODE } = await withStoredKeys(db, env);
  return ESEWA_PRODUCT_CODE === ESEWA_TEST_PRODUCT;
}
