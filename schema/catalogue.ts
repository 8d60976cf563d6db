/**
 * The part of the contract that is the specification's: the operations that the console expects of any server. The
 * specification names most of these paths without methods; a collection is read and added to, a record read, changed
 * and deleted, as in every REST interface.
 */

const reads = (path: string): string[] => [`GET ${path}`];
const posts = (path: string): string[] => [`POST ${path}`];
const list = (path: string): string[] => [`GET ${path}`, `POST ${path}`];
const record = (path: string): string[] =>
  ['GET', 'PUT', 'DELETE'].map((method) => `${method} ${path}{uuid}/`);

/** `METHOD /path/{uuid}/` of each. */
export const catalogue: readonly string[] = [
  ...posts('/v1/login/'),
  ...posts('/v1/login/admin/'),
  ...posts('/v1/autho/user/verify-otp/'),
  ...posts('/v1/autho/password_reset/'),
  ...posts('/v1/autho/password_reset/confirm/'),
  ...posts('/v1/autho/user/resend-verification/'),
  ...posts('/v1/autho/user/signup/'),
  ...posts('/v1/autho/user/change-password/'),
  ...reads('/v1/autho/user/profile/'),
  ...list('/v1/autho/accounts/'),
  ...posts('/v1/core/upload/file/public/'),
  ...reads('/v1/admin/dashboard-summary/'),
  ...list('/v1/admin/accounts/'),
  ...record('/v1/admin/accounts/'),
  ...list('/v1/admin/product-pricing/'),
  ...record('/v1/admin/product-pricing/'),
  ...reads('/v1/admin/product/active/'),
  ...list('/v1/admin/blocked-sms-keywords/'),
  ...list('/v1/admin/payment-reference/'),
  ...list('/v1/autho/users/'),
  ...record('/v1/autho/users/'),
  ...posts('/v1/autho/kyc/submit/'),
  ...reads('/v1/autho/kyc/'),
  ...reads('/v1/autho/kyc/{uuid}/'),
  ...posts('/v1/autho/kyc/approve/'),
  ...posts('/v1/autho/kyc/reject/'),
  ...reads('/v1/core/locations/provinces/'),
  ...reads('/v1/core/locations/districts/'),
  ...reads('/v1/core/locations/municipalities/'),
  ...list('/v1/viber/identity/'),
  ...list('/v1/core/contacts/'),
  ...record('/v1/core/contacts/'),
  ...reads('/v1/core/contacts/{uuid}/export/'),
  ...list('/v1/contact/contact-group/'),
  ...list('/v1/sms/templates/'),
  ...record('/v1/sms/templates/'),
  ...list('/v1/sms/identities/'),
  ...record('/v1/sms/identities/'),
  ...list('/v1/sms/compose/'),
  ...reads('/v1/sms/configs/'),
  ...reads('/v1/sms/dispatch/'),
  ...list('/v1/sms/sender-identities/'),
  ...record('/v1/sms/sender-identities/'),
  ...reads('/v1/credit/sms-consumption-history/'),
  ...reads('/v1/credit/daily-consumption/'),
  ...reads('/v1/credit/daily_consumption/'),
  ...reads('/v1/credit/user-wallets/all/'),
  ...list('/v1/credit/user-payment-reference/'),
  ...reads('/v1/credit/user-payment-reference/all/'),
  ...list('/v1/credit/user-payment-reference/smspackages/'),
  ...posts('/v1/credit/user-payment-reference/{uuid}/cancel_request/'),
  ...reads('/v1/credit/wallet-history/'),
  ...posts('/v1/credit/payment/credit_payment_initiate/'),
  ...posts('/v1/credit/payment/credit_payment_reject/'),
  ...posts('/v1/credit/payment/credit_payment_confirm/'),
  ...list('/v1/core/sms/blacklist-numbers/'),
  ...record('/v1/core/sms/blacklist-numbers/'),
  ...list('/v1/sms/blacklist-numbers/'),
  ...list('/v1/credit/sms-packages/'),
  ...record('/v1/credit/sms-packages/'),
  ...list('/v1/credit/sms-packages/all/'),
  ...reads('/v1/credit/account-sms-packages/'),
];
