/** Texts of the oversight of campaigns. */
export const texts = {
  resources: {
    'admin/campaigns': {
      fields: {
        name: 'Name',
        account: 'Account',
        account_name: 'Account',
        maker: 'Created by',
        status: 'Status',
        waits_for: 'Waits for',
        colleague_by: 'Decided by colleague',
        colleague_at: 'Decided by colleague on',
        flagged: 'Flagged',
        sender: 'Sender ID',
        channel: 'Channel',
        viber: 'Viber identity',
        fallback_minutes: 'SMS after (minutes)',
        encoding: 'Encoding',
        encodings: 'Encodings',
        attention: 'Attention needed',
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
      choices: {
        encoding: { 'GSM-7': 'GSM-7 (Latin)', 'UCS-2': 'Unicode (UCS-2)' },
        status: { failed: 'Not approved or failed' },
      },
    },
  },
  failover: {
    none: 'Sending was never stopped',
    noneText:
      'When a standby or a restored backup replaces the database, sending stops and this page lists what was lost.',
    replaced: 'A standby or a backup has replaced the database. The latest changes may be missing.',
    restarted: 'The database was restarted, and the latest changes are missing.',
    check: 'Check this list, then resume. New campaigns are accepted but not sent until then.',
    resumed: 'Sending was resumed on %{time} by %{name}.',
    messages: 'Messages',
    noMessages: 'No sent message is missing in the database.',
    unknown:
      '%{count} message was sent but is missing in the database. Its status is Unknown: the operator’s receipt decides. It is not sent again. |||| %{count} messages were sent but are missing in the database. Their status is Unknown: the operator’s receipts decide. They are not sent again.',
    pending:
      '%{count} more becomes Unknown when its campaign is prepared again. |||| %{count} more become Unknown when their campaigns are prepared again.',
    beyondMemory:
      'More was lost than the server recorded. Compare with the operator’s records before you resume. Messages that were sent earlier may be sent twice.',
    missing: 'Processes that have not reported',
    missingText:
      'These processes ran before the failover, and what they sent is not known. Start them again if possible. If you resume without them, some of their last messages may be sent twice.',
    process: '%{host}, process %{pid}',
    seen: 'Last seen',
    role: { all: 'Server', api: 'API', worker: 'Worker' },
    campaigns: 'Lost campaigns',
    noCampaigns: 'No accepted campaign is missing.',
    campaignsText:
      'These campaigns were accepted but are missing in the database. They are not charged. Tell the customers how many messages were sent.',
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
      'Workers continue with the messages queued in this database. Messages with the status Unknown are not sent again.',
    done: 'Sending continues.',
  },
  oversight: {
    empty: 'No campaigns yet',
    emptyText:
      'Campaigns of all accounts are listed here. Campaigns that need approval or are flagged come first.',
    waiting: '%{count} needs approval |||| %{count} need approval',
    flagged: '%{count} flagged and not finished',
    isFlagged: 'Flagged',
    inARow: '%{count} consecutive',
    waits: 'This campaign needs approval before it is sent',
    waitsText:
      'It has more recipients than are allowed without approval. Its cost is held. Approve it, or reject it with a reason.',
    waitsColleague:
      'A colleague of its creator must approve it first. Its cost is held. You can reject it now, with a reason.',
    waitsOwn: 'You created this campaign, so another staff member must decide.',
    waitsTime: 'Scheduled for %{time}. If it is approved later, sending starts immediately.',
    held: 'Paused by staff. The customer can cancel it, but only staff can resume it.',
    pausedBySender: 'Paused automatically. The customer can resume it when the sender ID is restored.',
    pausedByCustomer: 'Paused by the customer. Only the customer can resume it.',
    unapprovedBy:
      'Messages to %{operators} wait because the sender ID %{sender} is not approved there. When the operator has approved it, record that on the sender ID’s page, or stop the campaign.',
    seeSender: 'See sender ID',
    wasRejected: 'Not approved. Nothing was sent.',
    wasStopped: 'This campaign was stopped.',
    logged: 'Every decision is recorded in the audit log. The customer sees the reason.',
    flagTitle: 'Consecutive numbers',
    flagText:
      '%{numbers} of %{total} numbers are consecutive, in %{count} run. The longest has %{longest} numbers. Runs of %{threshold} or more are counted. |||| %{numbers} of %{total} numbers are consecutive, in %{count} runs. The longest has %{longest} numbers. Runs of %{threshold} or more are counted.',
    runs: 'Longest runs',
    runNumbers: '%{count} number |||| %{count} numbers',
    moreRuns: 'Only the longest %{count} are shown.',
    decision: 'Decision',
    mayNot: 'Only an administrator can decide. You can view this page.',
    reason: 'Reason',
    reasonOptional: 'Reason (optional)',
    reasonHelp: 'The customer sees this.',
    act: { approve: 'Approve', reject: 'Reject', pause: 'Pause', resume: 'Resume', stop: 'Stop' },
    title: {
      approve: 'Approve “%{name}”?',
      reject: 'Reject “%{name}”?',
      pause: 'Pause “%{name}”?',
      resume: 'Resume “%{name}”?',
      stop: 'Stop “%{name}” permanently?',
    },
    text: {
      approve:
        '%{count} message of %{account} is sent for Rs.\u00a0%{cost}: now, or at the scheduled time. |||| %{count} messages of %{account} are sent for Rs.\u00a0%{cost}: now, or at the scheduled time.',
      reject:
        'Nothing is sent. Rs.\u00a0%{cost} and all package parts are released to %{account}. Its users get an e-mail with your reason.',
      pause:
        'No more messages are sent until staff resume the campaign. Messages already in progress are still sent.',
      resume: 'Sending of %{count} message continues. |||| Sending of %{count} messages continues.',
      stop: '%{count} unsent message is cancelled, and its cost is released to %{account}. This cannot be undone. |||| %{count} unsent messages are cancelled, and their cost is released to %{account}. This cannot be undone.',
    },
    done: {
      approve: '“%{name}” is approved.',
      reject: '“%{name}” is rejected.',
      pause: '“%{name}” is paused.',
      resume: '“%{name}” is resumed.',
      stop: '“%{name}” is stopped.',
    },
  },
};
