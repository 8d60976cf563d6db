/** Texts about staff's pages that customers read too (src/i18n/englishStaff.ts). */
export const texts = {
  menu: { search: 'Search' },
  resources: {
    sms: { fields: { account: 'Account' } },
    'sms/dispatch': { fields: { account: 'Account' } },
    'viber/identities': {
      name: 'Viber name |||| Viber names',
      fields: { name: 'Name', status: 'Status', reason: 'Reason' },
    },
  },
  links: {
    all: 'All operators',
    no_operator: 'No operator is connected',
    nobody:
      'You can plan campaigns but not send them. Add an operator link. To try without one, start the server with SIMULATOR=on.',
    only_simulator: 'Campaigns are tests: they go to the simulator and no phone receives them.',
    unreachable:
      'The connection to %{operators} is down. Messages are queued and will be sent when it is back.',
  },
  staff: {
    links_add: 'Add an operator link',
  },
  viber: {
    noSendingHere: 'Your provider registers these names with Viber. You cannot send over Viber from here.',
    none: 'Your account has no Viber names yet.',
    becauseOf: 'Reason: %{reason}',
    registered: 'Added',
  },
  users: {
    acting: {
      start: 'Sign in as',
      title: 'Sign in as %{name}',
      explain:
        'You will see the console of %{account} as they see it, as far as your own permissions allow. You cannot change anything. The session ends after an hour or when you return. The customer sees in their profile that support was signed in.',
      reason: 'Reason',
      reasonHelp: 'Recorded in the audit log. Name the customer’s request.',
      reasonMissing: 'Enter a reason. It is recorded in the audit log.',
      label: 'Signed in as a customer',
      text: 'You are signed in as %{name} (%{account}), read-only.',
      less: 'The menu may be shorter than the customer’s: you see only what your own permissions allow.',
      return: 'Return to your own session',
      returning: 'Returning…',
      ended: 'The session as %{name} has ended. You are back in your own session.',
    },
  },
  profile: { session: { support: 'Support, read-only' } },
  kyc: { notYet: 'This account has not submitted KYC yet.' },
  reviews: {
    waits: 'Waiting for',
    account: 'Account',
    by: 'by %{name}',
  },
  search: {
    found: '%{count} result |||| %{count} results',
  },
};
