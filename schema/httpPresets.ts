import { type HttpSettings, httpDefaults } from './httpLink.ts';

export interface HttpPreset {
  /** The provider's own name. */
  name: string;
  settings: HttpSettings;
}

/**
 * Settings for published HTTP APIs. A provider that changes its API makes these wrong, so the form says to compare them with
 * its documentation.
 */
export const httpPresets: readonly HttpPreset[] = [
  {
    // docs.sparrowsms.com, "Outgoing SMS" (v2): GET or POST with token, from, to, text. It answers 200 with response_code
    // 200, and 403 with the codes 1000 to 1013. It has no delivery reports. `message_id` is in its answers, not in its
    // documentation.
    name: 'Sparrow SMS',
    settings: {
      ...httpDefaults,
      http_url: 'https://api.sparrowsms.com/v2/sms/',
      http_body: 'token={{secret}}&from={{sender}}&to={{to}}&text={{text}}',
      http_body_type: 'form',
      http_phones: 'national',
      http_accepted_path: 'response_code',
      http_accepted_value: '200',
      http_id_path: 'message_id',
      http_error_path: 'response',
      // Address or token not allowed, account inactive or expired, no or too few credits: nothing that a message is to
      // blame for.
      http_retry_values: '1001\n1002\n1003\n1004\n1005\n1006\n1012\n1013',
      http_check_url: 'https://api.sparrowsms.com/v2/credit/?token={{secret}}',
    },
  },
  {
    // sms.aakashsms.com, "API Manual" (v3): POST with auth_token, to, text; the sender is the account's. It answers
    // {error, message, data: {valid: [{id, mobile, status}], invalid: [{mobile, status}]}}. Its reports name no single message.
    name: 'Aakash SMS',
    settings: {
      ...httpDefaults,
      http_url: 'https://sms.aakashsms.com/sms/v3/send',
      http_body: 'auth_token={{secret}}&to={{to}}&text={{text}}',
      http_body_type: 'form',
      http_phones: 'national',
      http_accepted_path: 'error',
      http_accepted_value: 'false',
      http_refused_path: 'data.invalid.0.mobile',
      http_id_path: 'data.valid.0.id',
      http_error_path: 'message',
      http_retry_values: 'The provided Auth Token is not valid.\nNot enough balance.',
    },
  },
];
