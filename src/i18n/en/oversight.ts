/** Texts of the oversight of campaigns and of the provider's settings. */
export const oversight = {
  resources: {
    'admin/campaigns': {
      name: 'Campaign |||| Campaigns of all accounts',
      fields: {
        name: 'Name',
        account: 'Account',
        account_name: 'Account',
        maker: 'Made by',
        status: 'Status',
        flagged: 'Flagged',
        sender: 'Sender',
        encoding: 'Encoding',
        encodings: 'Encodings',
        recipients: 'Recipients',
        progress: 'Progress',
        delivered: 'Delivered',
        parts: 'Parts',
        cost: 'Cost',
        decided_by: 'Decided by',
        decided_at: 'Decided',
        test: 'Test',
        urgent: 'Urgent',
        scheduled_at: 'Scheduled for',
        started_at: 'Started',
        finished_at: 'Finished',
      },
      choices: { encoding: { 'GSM-7': 'GSM-7 (Latin)', 'UCS-2': 'Unicode (UCS-2)' } },
    },
    'admin/settings': {
      name: 'Setting |||| Settings',
      fields: {
        approval_above: 'Approval above so many recipients a day',
        consecutive_numbers: 'Flag lists with so many consecutive numbers',
        staff_two_factor: 'Staff must use two-factor sign-in',
        staff_idle_minutes: 'Sign staff out after so many minutes without use',
        customer_idle_minutes: 'Sign customers out after so many minutes without use',
        step_up_minutes: 'Ask again who it is after so many minutes',
        second_person_above: 'Second person above (Rs.)',
        calendar_years: 'Bikram Sambat calendar',
      },
      help: {
        approval_above:
          'A campaign waits until staff approve it when it takes its account above this many recipients for the day, retries and test messages included. Approved campaigns do not count. 0: every campaign waits. Empty: none does.',
        consecutive_numbers:
          'A list with a run such as 9841000001, 9841000002, 9841000003 … of this length was hardly collected from people. It is flagged under Campaign Oversight; a flag stops nothing by itself. Empty: no list is flagged.',
        staff_two_factor:
          'Whoever of the staff has not set it up is sent to do so first, you included, and can do nothing else until then.',
        staff_idle_minutes:
          '5 to 1200. A page that shows progress counts as use while it is in front. Empty: after 20 hours.',
        customer_idle_minutes: '5 to 1200. Empty: after 20 hours.',
        step_up_minutes:
          'Whoever changes money, prices, users or settings, or signs in as a customer, later than this after signing in gives their password or a code before. 1 to 1200. Empty: it is never asked for.',
        second_person_above:
          'A payment or a wallet adjustment above this amount is done when two people have confirmed it. What one person confirms for an account within 24 hours counts together. Empty: one person is enough.',
      },
    },
  },
  failover: {
    title: 'Resume after failover',
    none: 'Sending was never stopped',
    noneText:
      'When a standby or a restored backup takes the place of the database, sending stops and this page lists what was lost.',
    stopped: 'Sending is stopped since %{time}',
    replaced:
      'A standby or a backup has taken the place of the database. Some of what was done last may be missing in it.',
    restarted: 'The database was restarted, and some of what was done last is missing in it.',
    check: 'Read what is listed here, then resume. Campaigns are accepted meanwhile and wait.',
    resumed: 'Sending was resumed on %{time} by %{name}.',
    messages: 'Messages',
    noMessages: 'No sent message is missing in the database.',
    unknown:
      '%{count} message had been sent without the database knowing. It is Unknown: the operator’s receipt decides, and it is not sent again. |||| %{count} messages had been sent without the database knowing. They are Unknown: the operator’s receipts decide, and they are not sent again.',
    pending:
      '%{count} more becomes Unknown when its campaign is prepared again. |||| %{count} more become Unknown when their campaigns are prepared again.',
    beyondMemory:
      'More was lost than the server remembers. Compare with the operator’s own records before you resume: messages that were sent earlier may go out twice.',
    missing: 'Processes that have not reported',
    missingText:
      'They ran before the failover. What they had sent is not known here. Start them again if you can. If you resume without them, some of their last messages may go out twice.',
    process: '%{host}, process %{pid}',
    seen: 'Last seen',
    role: { all: 'Server', api: 'API', worker: 'Worker' },
    campaigns: 'Lost campaigns',
    noCampaigns: 'No accepted campaign is missing.',
    campaignsText:
      'These were accepted and are not in the database. Nothing is charged for them. Tell the customers how many messages were sent.',
    unknownFact: 'Not known',
    fact: {
      account: 'Account',
      recipients: 'Recipients',
      handed: 'Messages sent',
      cost: 'Cost',
      accepted: 'Accepted',
    },
    resume: 'Resume sending',
    resumeTitle: 'Resume sending?',
    resumeText:
      'Workers continue with what waits in this database. Messages that are Unknown are not sent again.',
    done: 'Sending continues.',
    open: 'See what was lost, and resume',
    askAdministrator: 'An administrator has to check what was lost and resume.',
    asynchronous: 'The standby database may be behind',
    asynchronousText:
      'Commits do not wait for it. A failover to it can lose the last campaigns and payments. Whoever runs the server can change that (docs/deploy.md, Failover).',
  },
  settings: {
    title: 'Provider settings',
    lead: 'They hold for the whole server, from the moment when you save them. Each change is in the audit log.',
    saved: 'The settings are saved.',
    calendar: {
      help: 'Dates are known up to %{last}. From %{provisional} on they are provisional, because those calendars are not published yet. When a year is published, add it and enter the days of each month. Dates in the console and new invoices follow at once. Invoices that were issued keep their date.',
      add: 'Add %{year}',
      remove: 'Remove %{year}',
      days: '%{month} %{year}, days',
      sum: '%{sum} days. %{next} begins on %{date}.',
      check: 'These are the provisional days. Compare each month with the published calendar.',
    },
  },
  oversight: {
    empty: 'No campaigns yet',
    emptyText: 'The campaigns of every account are listed here: first what waits for approval or is flagged.',
    waiting: '%{count} waits for approval |||| %{count} wait for approval',
    flagged: '%{count} flagged and not over',
    isFlagged: 'Flagged',
    inARow: '%{count} in a row',
    waits: 'This campaign waits for approval',
    waitsText:
      'It has more recipients than may leave unchecked. Its money is held. Approve it, or reject it and say why.',
    waitsOwn: 'You made it yourself: another member of staff must decide.',
    waitsTime: 'It is scheduled for %{time}; approved later, it starts at once.',
    held: 'Paused by staff: the customer can cancel it, but only staff can let it go on.',
    pausedByCustomer: 'Paused by its customer, who alone can resume it.',
    wasRejected: 'It was not approved; nothing was sent.',
    wasStopped: 'It was stopped.',
    logged: 'Every decision is in the audit log. The customer reads the reasons that you give.',
    flagTitle: 'Consecutive numbers',
    flagText:
      '%{numbers} of %{total} numbers follow one another in %{count} run; the longest has %{longest}. Runs from %{threshold} on count. |||| %{numbers} of %{total} numbers follow one another in %{count} runs; the longest has %{longest}. Runs from %{threshold} on count.',
    runs: 'The longest runs',
    runNumbers: '%{count} number |||| %{count} numbers',
    moreRuns: 'The longest %{count} are shown.',
    decision: 'Decision',
    mayNot: 'An administrator decides on it; you may look.',
    reason: 'Reason',
    reasonOptional: 'Reason (optional)',
    reasonHelp: 'The customer reads it.',
    act: { approve: 'Approve', reject: 'Reject', pause: 'Pause', resume: 'Resume', stop: 'Stop' },
    title: {
      approve: 'Approve “%{name}”?',
      reject: 'Reject “%{name}”?',
      pause: 'Pause “%{name}”?',
      resume: 'Let “%{name}” go on?',
      stop: 'Stop “%{name}” for good?',
    },
    text: {
      approve:
        '%{count} message of %{account} for Rs.\u00a0%{cost} leaves: now, or at its time. |||| %{count} messages of %{account} for Rs.\u00a0%{cost} leave: now, or at their time.',
      reject:
        'Nothing is sent. Rs.\u00a0%{cost} and all package parts go back to %{account}, whose users get a mail with your reason.',
      pause:
        'Nothing more is handed to the operators until staff resume it. What is in hand at this moment still leaves.',
      resume: '%{count} message goes on being sent. |||| %{count} messages go on being sent.',
      stop: '%{count} message that has not left is never sent, and its money goes back to %{account}. This cannot be undone. |||| %{count} messages that have not left are never sent, and their money goes back to %{account}. This cannot be undone.',
    },
    done: {
      approve: '“%{name}” is approved.',
      reject: '“%{name}” is rejected.',
      pause: '“%{name}” is paused.',
      resume: '“%{name}” goes on.',
      stop: '“%{name}” is stopped.',
    },
  },
};
