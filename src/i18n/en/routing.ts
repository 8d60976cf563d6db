/** Texts of the routing of messages over operator links. */
export const texts = {
  routing: {
    byOperator: 'Routing by operator',
    standing: { first: 'First choice', failover: 'Backup in use', none: 'No link' },
    ask: 'Which link takes a number?',
    number: 'Phone number',
    number_help: 'Ten digits, such as 9841234567. Nothing is sent.',
    account: 'Account (optional)',
    sender: 'Sender ID (optional)',
    number_of: '%{phone} belongs to %{operator} (prefix %{prefix} in the number plan).',
    number_unknown: '%{phone} is in no range of the number plan.',
    now: 'Takes it now',
    backup: 'Backup links',
    nobody: 'No link',
    others: 'All links',
    route: {
      takes: 'Takes messages now.',
      shares: 'Takes %{percent}% of the messages now.',
      waiting:
        'The connection was lost a moment ago. Messages wait a few seconds for it, then the next link takes over.',
      backup: 'Backup: takes over when the links before it fail.',
      paused: 'Skipped because it is paused.',
      down: 'Skipped because it is down: %{reason}',
      down_known: 'Skipped because it is down. %{words} (%{reason})',
      down_unknown: 'Skipped because no server is running it.',
      throttled:
        'The operator asks it to slow down. It waits or sends one message at a time, and the next link takes over.',
      operator: 'Skipped because it does not serve %{operator}.',
      tests: 'Skipped because it takes only test campaigns.',
      tests_only: 'Skipped because new campaigns are tests.',
    },
    blocks: {
      unknown_number:
        'Campaigns exclude this number because its operator is unknown. To send to it, add its prefix to the number plan.',
      no_link: 'No link takes messages to %{operator} now. They stay queued until one does.',
      account_inactive: 'The account is deactivated, so nothing of it is sent.',
      sender_missing: 'The account has no sender ID with this name.',
      sender_pending: 'The sender ID is not approved yet.',
      sender_rejected: 'The sender ID was rejected.',
      sender_suspended: 'The sender ID is suspended, so nothing is sent from it.',
      sender_unapproved: '%{operator} has not approved the sender ID, so campaigns exclude this number.',
      quiet_hours: 'Quiet hours (%{hours}): only urgent messages are sent now.',
    },
  },
};
