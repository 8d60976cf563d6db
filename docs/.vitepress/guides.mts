/** The guides by their readers, in the order of the sidebar. A page's title is its heading. */
export const guides: Readonly<Record<string, readonly string[]>> = {
  'For customers': [
    'accounts',
    'profile',
    'two-factor',
    'kyc',
    'contacts',
    'sending',
    'payments',
    'keyboard',
    'languages',
  ],
  'For programs': ['api'],
  'For administrators': [
    'accounts-admin',
    'provider-settings',
    'users',
    'queues',
    'oversight',
    'pricing',
    'blocked-keywords',
    'number-plan',
    'operators',
    'audit',
  ],
  'Run it': ['deploy', 'console-alone', 'contract-check', 'configuration', 'metrics', 'runbook', 'ledger'],
  'Work on it': ['architecture', 'adding-an-entity', 'design'],
};
