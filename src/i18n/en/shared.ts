/** Texts of several areas' screens, and the shell's words for what an area is about. */
export const texts = {
  resources: {
    sms: { fields: { account: 'Account' } },
    'sms/dispatch': { fields: { account: 'Account' } },
    'viber/identities': {
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
    useHere:
      'Your provider registers these names with Viber. With an approved one you can send campaigns over Viber.',
    onlyKeptHere:
      'Your provider registers these names with Viber. They are kept for the record: nothing is sent over Viber.',
    none: 'Your account has no Viber identities yet.',
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
  profile: {
    session: { support: 'Support, read-only' },
    language: {
      label: 'Language',
    },
    address: {
      new: 'New e-mail address',
    },
    sender: {
      ask: 'Request a sender ID',
    },
    senders: 'Sender IDs',
  },
  kyc: {
    notYet: 'This account has not submitted KYC yet.',
    title: 'Identity verification (KYC)',
    menu: 'KYC',
  },
  reviews: {
    waits: 'Waiting for',
    account: 'Account',
    by: 'by %{name}',
  },
  search: {
    found: '%{count} result |||| %{count} results',
    button: 'Search',
    label: 'Find a user, account, campaign, payment or message',
    placeholder: 'Name, e-mail, phone, PAN, campaign, payment number',
  },
  imports: {
    import: 'Import a file',
  },
  topup: {
    request: 'Request a top-up',
  },
  twoFactor: {
    code: 'App code',
    codeOrRecovery: 'App code or recovery code',
    passkey: {
      name: 'Name of the passkey',
      use: 'Use a passkey',
      there: 'This device already has a passkey for you.',
      failed: 'No passkey was used. Try again, or use a code.',
    },
  },
  text: {
    preview: 'Preview',
  },
  campaign: {
    test: 'Test',
    testText: 'This is a test. Messages go to the operator simulator and no phone receives them.',
    testFree: 'Nothing is charged.',
    notCharged: 'Not charged',
    isHeld: 'Held',
  },
  /** What can be done now on the way to sending. */
  nextStep: {
    verify: 'Verify identity',
    correct: 'See reason and submit again',
    topup: 'Top up',
    buy: 'Buy a package',
  },
  trial: {
    try: 'Send a free message',
  },
};
