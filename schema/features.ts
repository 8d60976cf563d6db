/**
 * The part of the contract that is ours: what a server may offer beside the specification's catalogue, and the
 * operations that each feature needs. The console asks for none of them where the feature is not offered. The profile
 * (`offers`), a console's `config.json` or `/v1/openapi.json` says which are (docs/console-alone.md). A header after an
 * operation is one that it takes.
 */

const record = (path: string, ...methods: readonly string[]): string[] =>
  methods.map((method) => `${method} ${path}{uuid}/`);
const list = (path: string): string[] => [`GET ${path}`, ...record(path, 'GET')];
const exported = (...paths: readonly string[]): string[] => paths.map((path) => `GET ${path}export/`);

export const features = {
  'if-match': [
    '/v1/admin/accounts/',
    '/v1/admin/product-pricing/',
    '/v1/autho/users/',
    '/v1/core/contacts/',
    '/v1/sms/templates/',
    '/v1/sms/identities/',
    '/v1/core/sms/blacklist-numbers/',
  ].map((path) => `PUT ${path}{uuid}/ If-Match`),
  plans: [
    'POST /v1/sms/compose/plan/',
    'GET /v1/sms/compose/plan/{uuid}/refused/',
    'POST /v1/sms/compose/{uuid}/retry/plan/',
  ],
  'test-messages': ['POST /v1/sms/compose/test/'],
  trial: [
    'GET /v1/sms/trial/',
    ...['code', 'verify', 'send'].map((act) => `POST /v1/sms/trial/${act}/`),
    'DELETE /v1/sms/trial/samples/',
  ],
  'campaign-details': record('/v1/sms/compose/', 'GET'),
  'campaign-control': ['pause', 'resume', 'cancel'].map((act) => `POST /v1/sms/compose/{uuid}/${act}/`),
  'campaign-schedule': ['POST /v1/sms/compose/{uuid}/schedule/'],
  'campaign-recipients': ['GET /v1/sms/compose/{uuid}/recipients/'],
  'campaign-results': ['GET /v1/sms/compose/{uuid}/results/'],
  'campaign-retry': ['POST /v1/sms/compose/{uuid}/retry/'],
  'message-details': record('/v1/sms/dispatch/', 'GET'),
  'message-settling': ['POST /v1/sms/dispatch/{uuid}/settle/'],
  'hidden-texts': ['sms/compose', 'sms/dispatch', 'sms/templates', 'admin/campaigns'].map(
    (path) => `GET /v1/${path}/{uuid}/text/`,
  ),
  exports: exported(
    '/v1/sms/compose/',
    '/v1/sms/dispatch/',
    '/v1/core/contacts/',
    '/v1/core/sms/blacklist-numbers/',
    '/v1/credit/sms-consumption-history/',
    '/v1/credit/daily-consumption/',
    '/v1/credit/wallet-history/',
    '/v1/credit/user-payment-reference/',
    '/v1/credit/user-payment-reference/smspackages/',
    '/v1/credit/user-wallets/all/',
    '/v1/admin/payment-reference/',
  ),
  'bulk-delete': [
    'DELETE /v1/core/contacts/',
    'DELETE /v1/contact/contact-group/',
    'DELETE /v1/core/sms/blacklist-numbers/',
    'DELETE /v1/sms/templates/',
    'DELETE /v1/admin/blocked-sms-keywords/',
  ],
  totals: ['GET /v1/credit/sms-consumption-history/totals/', 'GET /v1/credit/user-wallets/all/totals/'],
  dashboard: ['GET /v1/core/dashboard/'],
  reports: ['core', 'admin'].flatMap((whose) =>
    ['', 'export/'].map((what) => `GET /v1/${whose}/reports/${what}`),
  ),
  'report-mail': ['core', 'admin'].flatMap((whose) =>
    ['GET', 'PUT', 'DELETE'].map((method) => `${method} /v1/${whose}/reports/mail/`),
  ),
  'margin-reports': ['', 'export/'].map((what) => `GET /v1/admin/reports/margin/${what}`),
  search: ['GET /v1/admin/search/'],
  'group-details': record('/v1/contact/contact-group/', 'GET', 'PUT', 'DELETE'),
  'contact-imports': imports('/v1/core/contacts/imports/'),
  'account-exports': [
    ...list('/v1/autho/exports/'),
    'POST /v1/autho/exports/',
    'GET /v1/autho/exports/{uuid}/download/',
  ],
  erasures: [...list('/v1/autho/erasures/'), 'POST /v1/autho/erasures/'],
  'blacklist-imports': imports('/v1/core/sms/blacklist-numbers/imports/'),
  files: ['GET /v1/core/files/{uuid}/'],
  'package-details': record('/v1/credit/account-sms-packages/', 'GET'),
  'consumption-details': [
    ...record('/v1/credit/sms-consumption-history/', 'GET'),
    ...record('/v1/credit/daily-consumption/', 'GET'),
  ],
  'payment-methods': ['GET /v1/credit/payment/methods/'],
  'payment-details': [
    ...record('/v1/credit/user-payment-reference/', 'GET'),
    ...record('/v1/credit/user-payment-reference/smspackages/', 'GET'),
  ],
  'payment-changes': [
    ...record('/v1/credit/user-payment-reference/', 'PUT'),
    ...record('/v1/credit/user-payment-reference/smspackages/', 'PUT'),
  ],
  'payment-corrections': [
    ...record('/v1/admin/payment-reference/', 'PUT'),
    ...record('/v1/credit/user-payment-reference/all/', 'PUT'),
  ],
  'online-payments': [
    'POST /v1/credit/payment/online/{uuid}/check/',
    ...list('/v1/admin/payment-reference/online/'),
  ],
  'payment-refunds': [
    ...list('/v1/admin/payment-reference/refunds/'),
    'POST /v1/admin/payment-reference/refunds/{uuid}/handle/',
  ],
  'credit-request-details': record('/v1/admin/payment-reference/', 'GET'),
  invoices: record('/v1/credit/invoices/', 'GET'),
  'monthly-invoices': [...list('/v1/credit/monthly-invoices/'), ...list('/v1/admin/monthly-invoices/')],
  'invoice-papers': ['pdf', 'mail', 'print'].map((paper) => `POST /v1/credit/invoices/{uuid}/${paper}/`),
  'wallet-details': [
    ...record('/v1/credit/wallet-history/', 'GET'),
    ...record('/v1/credit/user-wallets/all/', 'GET'),
  ],
  'wallet-entries': [...list('/v1/admin/wallet-entries/'), ...exported('/v1/admin/wallet-entries/')],
  'wallet-adjustments': [
    'POST /v1/credit/user-wallets/{uuid}/adjust/',
    ...list('/v1/admin/wallet-adjustments/'),
    'POST /v1/admin/wallet-adjustments/{uuid}/confirm/',
    'POST /v1/admin/wallet-adjustments/{uuid}/reject/',
  ],
  'credit-limits': [
    ...list('/v1/admin/credit-limits/'),
    ...['confirm', 'reject'].map((act) => `POST /v1/admin/credit-limits/{uuid}/${act}/`),
  ],
  'package-sale-details': record('/v1/credit/sms-packages/all/', 'GET', 'PUT', 'DELETE'),
  'pricing-impact': ['GET /v1/admin/product-pricing/impact/'],
  'pricing-vat': ['GET /v1/admin/product-pricing/vat/'],
  'price-confirmation': ['POST /v1/admin/product-pricing/{uuid}/confirm/'],
  'profile-changes': ['PUT /v1/autho/user/profile/'],
  'own-account': record('/v1/autho/accounts/', 'GET', 'PUT'),
  'address-change': [
    ...['', 'cancel/', 'resend/'].map((act) => `POST /v1/autho/user/address/${act}`),
    ...['', 'check/'].map((act) => `POST /v1/autho/address/${act}`),
    ...['cancel', 'resend'].map((act) => `POST /v1/autho/users/{uuid}/${act}-address/`),
  ],
  'two-factor': [
    'GET /v1/autho/two-factor/',
    ...['start', 'confirm', 'turn-off', 'recovery-codes'].map((act) => `POST /v1/autho/two-factor/${act}/`),
  ],
  passkeys: [
    'GET /v1/autho/two-factor/passkeys/',
    'POST /v1/autho/two-factor/passkeys/',
    'POST /v1/autho/two-factor/passkeys/options/',
    'POST /v1/autho/two-factor/passkeys/{uuid}/remove/',
  ],
  'step-up': ['POST /v1/autho/prove/', 'POST /v1/autho/prove/passkey/'],
  sessions: [
    'GET /v1/autho/sessions/',
    'POST /v1/autho/sessions/end-others/',
    ...record('/v1/autho/sessions/', 'DELETE'),
  ],
  'sign-out': ['POST /v1/autho/logout/'],
  'reset-link-check': ['POST /v1/autho/password_reset/check/'],
  'not-me': ['POST /v1/autho/not-me/', 'POST /v1/autho/not-me/check/'],
  team: [
    ...list('/v1/autho/team/'),
    'POST /v1/autho/team/',
    ...record('/v1/autho/team/', 'PUT'),
    ...['take-back', 'send-link', 'invitation-link'].map((act) => `POST /v1/autho/team/{uuid}/${act}/`),
  ],
  'colleague-approval': [
    ...['GET', 'PUT'].map((method) => `${method} /v1/autho/team/approval/`),
    ...['approve', 'reject'].map((act) => `POST /v1/sms/compose/{uuid}/${act}/`),
  ],
  'user-links': ['POST /v1/autho/users/{uuid}/send-link/'],
  'invitation-links': ['POST /v1/autho/users/{uuid}/invitation-link/'],
  'user-sessions': ['POST /v1/autho/users/{uuid}/end-sessions/'],
  'user-two-factor': ['POST /v1/autho/users/{uuid}/remove-two-factor/'],
  'sign-in-as': ['POST /v1/autho/users/{uuid}/sign-in-as/'],
  'account-status': ['activate', 'deactivate'].map((act) => `POST /v1/admin/accounts/{uuid}/${act}/`),
  'account-overview': ['GET /v1/admin/accounts/{uuid}/overview/'],
  'account-packages': list('/v1/admin/account-packages/'),
  'kyc-decisions': ['GET /v1/autho/kyc/{uuid}/decisions/'],
  'kyc-corrections': [...record('/v1/autho/kyc/', 'PUT'), 'GET /v1/autho/kyc/{uuid}/corrections/'],
  'sender-standing': [
    'PUT /v1/sms/sender-identities/{uuid}/approvals/',
    ...['suspend', 'restore'].map((act) => `POST /v1/sms/sender-identities/{uuid}/${act}/`),
  ],
  'keyword-details': record('/v1/admin/blocked-sms-keywords/', 'GET', 'PUT', 'DELETE'),
  'keyword-test': ['POST /v1/admin/blocked-sms-keywords/test/'],
  'viber-details': record('/v1/viber/identity/', 'GET'),
  'viber-requests': [
    ...list('/v1/admin/viber-identities/'),
    'POST /v1/admin/viber-identities/',
    ...record('/v1/admin/viber-identities/', 'DELETE'),
    'POST /v1/admin/viber-identities/{uuid}/decide/',
  ],
  viber: ['GET /v1/viber/sending/'],
  oversight: [
    ...list('/v1/admin/campaigns/'),
    ...exported('/v1/admin/campaigns/'),
    'GET /v1/admin/campaigns/summary/',
    ...['approve', 'reject', 'pause', 'resume', 'stop'].map(
      (act) => `POST /v1/admin/campaigns/{uuid}/${act}/`,
    ),
  ],
  'number-plan': [...managed('/v1/admin/number-plan/'), 'GET /v1/admin/number-plan/lookup/'],
  'operator-links': [
    ...managed('/v1/admin/operator-links/'),
    ...['pause', 'resume'].map((act) => `POST /v1/admin/operator-links/{uuid}/${act}/`),
  ],
  'link-costs': [
    ...['GET', 'POST'].map((method) => `${method} /v1/admin/operator-links/{uuid}/costs/`),
    'DELETE /v1/admin/operator-links/{uuid}/costs/{cost}/',
  ],
  'link-routes': ['route', 'routes'].map((path) => `GET /v1/admin/operator-links/${path}/`),
  'http-operators': [
    'POST /v1/admin/operator-links/test/',
    'GET /v1/admin/operator-links/{uuid}/callback/',
    ...['GET', 'POST'].map((method) => `${method} /v1/operator-callbacks/{uuid}/{secret}/`),
  ],
  failover: ['GET /v1/admin/failover/', 'POST /v1/admin/failover/resume/'],
  settings: ['', 'sending/', 'security/', 'calendar/'].flatMap((part) => settingsOf(part)),
  'brand-settings': settingsOf('brand/'),
  'billing-settings': [
    ...['GET', 'PUT'].map((method) => `${method} /v1/admin/settings/billing/`),
    ...['PUT', 'DELETE'].map((method) => `${method} /v1/admin/settings/billing/gateways/{method}/`),
    'POST /v1/admin/settings/billing/gateways/{method}/check/',
    'PUT /v1/admin/settings/billing/invoice-series/',
    'PUT /v1/admin/settings/billing/vat-rates/',
    'DELETE /v1/admin/settings/billing/vat-rates/{from}/',
  ],
  'setup-health': ['GET /v1/admin/settings/health/'],
  'mail-settings': [
    ...settingsOf('mail/'),
    'DELETE /v1/admin/settings/mail/',
    'POST /v1/admin/settings/mail/test/',
    'GET /v1/admin/settings/mail/texts/',
    ...['PUT', 'DELETE'].map((method) => `${method} /v1/admin/settings/mail/texts/{kind}/{language}/`),
  ],
  'audit-log': [...list('/v1/admin/audit-log/'), ...exported('/v1/admin/audit-log/')],
  'api-keys': [
    ...list('/v1/autho/api-keys/'),
    'POST /v1/autho/api-keys/',
    ...record('/v1/autho/api-keys/', 'PUT'),
    'POST /v1/autho/api-keys/{uuid}/revoke/',
  ],
  webhooks: [
    ...managed('/v1/autho/webhooks/'),
    'DELETE /v1/autho/webhooks/',
    ...['rotate-secret', 'test'].map((act) => `POST /v1/autho/webhooks/{uuid}/${act}/`),
    ...list('/v1/autho/webhook-deliveries/'),
    'POST /v1/autho/webhook-deliveries/{uuid}/retry/',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Feature = keyof typeof features;

/** A list that is read, added to, changed and deleted from, one record at a time. */
function managed(path: string): string[] {
  return [...list(path), `POST ${path}`, ...record(path, 'PUT', 'DELETE')];
}

/** A part of the provider's settings; '' is all that have no part of their own. */
function settingsOf(part: string): string[] {
  return ['GET', 'PUT'].map((method) => `${method} /v1/admin/settings/${part}`);
}

/** Imports of a sheet, which the server works on after the request. */
function imports(path: string): string[] {
  return [...list(path), `POST ${path}`, `POST ${path}{uuid}/cancel/`, `GET ${path}{uuid}/refused/`];
}

const byOperation = new Map(
  Object.entries(features).flatMap(([name, operations]) =>
    operations.map((operation): [string, Feature] => [operation, name as Feature]),
  ),
);

/** The feature that an operation (`METHOD /path/{uuid}/`) belongs to; undefined for one of the catalogue, or of neither. */
export const featureOf = (operation: string): Feature | undefined => byOperation.get(operation);

/** The features whose operations are all among those of a server. */
export const featuresOf = (hasOperation: (operation: string) => boolean): Feature[] =>
  Object.entries(features).flatMap(([name, operations]) =>
    operations.every(hasOperation) ? [name as Feature] : [],
  );
