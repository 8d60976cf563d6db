import { ESEWA_PRODUCT, ESEWA_SECRET, type EsewaServer } from './esewaServer.ts';
import { KHALTI_SECRET, type KhaltiServer } from './khaltiServer.ts';

/** The environment of a server that accepts payments through both services. */
export const paymentEnvironment = (esewa: EsewaServer, khalti: KhaltiServer) => ({
  PUBLIC_URL: 'https://sms.example',
  ESEWA_PRODUCT_CODE: ESEWA_PRODUCT,
  ESEWA_SECRET,
  ESEWA_URL: esewa.formUrl,
  ESEWA_STATUS_URL: esewa.statusUrl,
  KHALTI_SECRET,
  KHALTI_URL: khalti.apiUrl,
});
