/** What customers read, too, of the things that staff's pages are about (src/i18n/englishStaff.ts). */
export const shared = {
  menu: { search: 'Search' },
  resources: {
    sms: { fields: { account: 'Account' } },
    'sms/dispatch': { fields: { account: 'Account' } },
    'viber/identities': {
      name: 'Viber name |||| Viber names',
      fields: { name: 'Name', status: 'State', reason: 'Reason' },
    },
  },
  links: {
    all: 'All operators',
    no_operator: 'No operator is connected',
    nobody:
      'Campaigns can be planned but not sent. Add a link to an operator. To try without one, start the server with SIMULATOR=on.',
    only_simulator: 'Campaigns are tests: they go to the simulator, and no phone gets them.',
    unreachable:
      'Messages to %{operators} wait: the connection to the operator is interrupted. They go out by themselves when it is back.',
  },
  staff: {
    links_add: 'Add an operator link',
  },
  viber: {
    noSendingHere: 'Your provider registers these names with Viber. Nothing is sent over Viber from here.',
    none: 'Your account has none yet.',
    becauseOf: 'Reason: %{reason}',
    registered: 'Added',
  },
  users: {
    acting: {
      start: 'Sign in as',
      title: 'Sign in as %{name}',
      explain:
        'You will see the console of %{account} as they see it, as far as your own permissions allow, and can change nothing. It ends after an hour, or when you return. They see in their profile that support looks on.',
      reason: 'Reason',
      reasonHelp: 'Kept in the audit log. Name the request that you answer.',
      reasonMissing: 'Say why. It is kept in the audit log.',
      label: 'Signed in as a customer',
      text: 'You are signed in as %{name} (%{account}), read only.',
      less: 'The menu may be shorter than theirs: you see only what your own permissions allow.',
      return: 'Return to your own session',
      returning: 'Returning…',
      ended: 'The session as %{name} has ended. You are back in your own.',
    },
  },
  profile: { session: { support: 'Support, read only' } },
  kyc: { notYet: 'This account has submitted no KYC yet.' },
  reviews: {
    waits: 'Waiting for',
    account: 'Account',
    by: 'by %{name}',
  },
  search: {
    found: '%{smart_count} result |||| %{smart_count} results',
  },
};
