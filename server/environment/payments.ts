import { z } from 'zod';
import { manualMethods } from '#schema/paymentReference.ts';
import { webAddress } from './webAddress.ts';

/** Tax invoices and payments. */
export const payments = {
  // Payments
  /**
   * Who issues tax invoices, if not as set in the console ([billing](payments.md#settings)). Without name and PAN none is
   * issued; the demonstration has its own.
   * @example Example SMS Pvt. Ltd.
   */
  SELLER_NAME: z.string().trim().min(1).optional(),
  /**
   * PAN of the seller, nine digits.
   * @example 600000000
   */
  SELLER_PAN: z
    .string()
    .regex(/^\d{9}$/, 'nine digits')
    .optional(),
  /**
   * Address of the seller on invoices.
   * @example Kathmandu
   */
  SELLER_ADDRESS: z.string().trim().optional(),
  /**
   * Accepted payment methods besides online services, if not as set in the console: any of `bank`, `cash`, `cheque`,
   * separated by commas.
   * @example bank,cash
   */
  PAYMENT_METHODS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(manualMethods)))
    .optional(),
  /**
   * Where to pay, shown with a top-up request, if not as set in the console: bank, account name and number.
   * @example Nabil Bank, Example SMS, 0123456789
   */
  PAYMENT_INSTRUCTIONS: z.string().optional(),
  /**
   * Merchant code of eSewa (ePay v2), if not set in the console. Without it eSewa is not offered ([online payments](payments.md#online-payments)).
   * @example EPAYTEST
   */
  ESEWA_PRODUCT_CODE: z.string().trim().min(1).optional(),
  /**
   * Secret of that merchant.
   * @example secret-of-the-merchant
   */
  ESEWA_SECRET: z.string().min(1).optional(),
  /**
   * Address of eSewa's form. Default: eSewa's own, or its test server for `EPAYTEST`.
   * @example https://rc-epay.esewa.com.np/api/epay/main/v2/form
   */
  ESEWA_URL: webAddress.optional(),
  /**
   * Address of eSewa's status check. Default: eSewa's own, or its test server for `EPAYTEST`.
   * @example https://rc.esewa.com.np/api/epay/transaction/status/
   */
  ESEWA_STATUS_URL: webAddress.optional(),
  /**
   * Live secret key of Khalti (KPG-2), if not set in the console. Without it Khalti is not offered.
   * @example live_secret_key_0123456789abcdef
   */
  KHALTI_SECRET: z.string().trim().min(1).optional(),
  /**
   * Base address of Khalti's API. Without it: Khalti's own.
   * @example https://dev.khalti.com/api/v2/
   */
  KHALTI_URL: webAddress.transform((url) => (url.endsWith('/') ? url : `${url}/`)).optional(),
};
