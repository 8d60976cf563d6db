/**
 * Operations for signed-in users that need no pair, each with its reason: the own session, the own profile
 * and second factor, lists of constants, and what the specification opens to everybody. accessPairs.test.ts
 * compares this with the OpenAPI document; API keys are refused unless their pairs include the operation.
 */
export const exceptions: Readonly<Record<string, string>> = {
  'POST /v1/autho/logout/': 'own session',
  'GET /v1/autho/sessions/': 'own sessions',
  'POST /v1/autho/sessions/end-others/': 'own sessions',
  'DELETE /v1/autho/sessions/{uuid}/': 'own sessions',
  'POST /v1/autho/user/change-password/': 'own password, which the old one proves',
  'GET /v1/autho/user/profile/':
    'own profile, which the console needs to start; each part as far as the pairs allow',
  'GET /v1/autho/two-factor/': 'own second factor',
  'POST /v1/autho/two-factor/start/': 'own second factor',
  'POST /v1/autho/two-factor/confirm/': 'own second factor',
  'POST /v1/autho/two-factor/recovery-codes/': 'own second factor',
  'POST /v1/autho/two-factor/turn-off/': 'own second factor',
  'GET /v1/autho/two-factor/passkeys/': 'own passkeys',
  'POST /v1/autho/two-factor/passkeys/': 'own passkeys',
  'POST /v1/autho/two-factor/passkeys/options/': 'own passkeys',
  'POST /v1/autho/two-factor/passkeys/{uuid}/remove/': 'own passkeys',
  'POST /v1/autho/prove/': 'own session, which it makes fresh',
  'POST /v1/autho/prove/passkey/': 'own session, as above',
  'GET /v1/core/locations/provinces/': 'constants',
  'GET /v1/core/locations/districts/': 'constants',
  'GET /v1/core/locations/municipalities/': 'constants',
  'GET /v1/core/dashboard/': 'open to all by the specification (6); each part is null without its pair',
  'GET /v1/autho/kyc/':
    'open to all by the specification (6); the state alone without its pair (kycAccess.test.ts)',
  'GET /v1/autho/kyc/{uuid}/': 'as the list',
};
