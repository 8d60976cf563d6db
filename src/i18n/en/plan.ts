/** Texts of a message's cost, its check and its sending. */
export const texts = {
  estimate: {
    one: 'About Rs.\u00a0%{least}: %{count} recipient × %{parts} × Rs.\u00a0%{price}. |||| About Rs.\u00a0%{least}: %{count} recipients × %{parts} × Rs.\u00a0%{price}.',
    mixed:
      'About Rs.\u00a0%{least}: %{count} recipient × %{parts}, at each operator’s price. |||| About Rs.\u00a0%{least}: %{count} recipients × %{parts}, at each operator’s price.',
    range:
      'About Rs.\u00a0%{least} to Rs.\u00a0%{most}: %{count} recipient × %{parts}. The price depends on the operator. |||| About Rs.\u00a0%{least} to Rs.\u00a0%{most}: %{count} recipients × %{parts}. The price depends on the operator.',
    packages: 'Parts in your packages are used first.',
    viberOne:
      'About Rs.\u00a0%{least} over Viber: %{count} recipient × Rs.\u00a0%{price}. |||| About Rs.\u00a0%{least} over Viber: %{count} recipients × Rs.\u00a0%{price}.',
    viberMixed:
      'About Rs.\u00a0%{least} over Viber: %{count} recipient, at each operator’s price. |||| About Rs.\u00a0%{least} over Viber: %{count} recipients, at each operator’s price.',
    viberRange:
      'About Rs.\u00a0%{least} to Rs.\u00a0%{most} over Viber: %{count} recipient. The price depends on the operator. |||| About Rs.\u00a0%{least} to Rs.\u00a0%{most} over Viber: %{count} recipients. The price depends on the operator.',
    viberSms: 'If all are sent as SMS of %{parts}: about Rs.\u00a0%{least}.',
    viberSmsRange: 'If all are sent as SMS of %{parts}: about Rs.\u00a0%{least} to Rs.\u00a0%{most}.',
    viberWallet: 'Packages are not used.',
    free: 'Nothing is charged: messages go to the simulator.',
  },
  plan: {
    title: 'Check before sending',
    nothingSent: 'Nothing has been sent or charged yet.',
    given: 'Recipients entered',
    willBeSent: 'Messages to send',
    refusedCount: 'Excluded',
    parts: 'Message parts',
    partsPackage: '%{count} from packages',
    viberMessages: 'Viber messages',
    allViber: 'If Viber delivers all',
    allSms: 'If all are sent as SMS',
    smsAfter: 'SMS after %{count} minute |||| SMS after %{count} minutes',
    held: 'Held, at most',
    viberPrice: 'Per Viber message',
    smsPrice: 'Per SMS part',
    cost: 'From the wallet',
    now: 'now %{amount}',
    after: 'Balance after',
    missing: 'You need Rs.\u00a0%{amount} more',
    insufficient: 'Your balance is too low',
    insufficientText:
      'The cost is Rs.\u00a0%{cost} and your balance is %{balance}. You need Rs.\u00a0%{missing} more. Top up, or send to fewer people. Nothing was sent or charged.',
    insufficientOnly:
      'The cost is Rs.\u00a0%{cost}, which is more than the balance. Ask someone who can top up, or send to fewer people. Nothing was sent or charged.',
    needsApproval: 'This campaign needs approval before it is sent',
    byProvider: {
      totalToday:
        'This brings today’s total to %{total} messages. Your provider must approve campaigns above %{above} messages a day.',
      totalOnDay:
        'This brings the total on %{day} to %{total} messages. Your provider must approve campaigns above %{above} messages a day.',
      everyNeedsApproval: 'Your provider must approve every campaign.',
    },
    byColleague: {
      totalToday:
        'This brings today’s total to %{total} messages. A colleague must approve campaigns above %{above} messages a day.',
      totalOnDay:
        'This brings the total on %{day} to %{total} messages. A colleague must approve campaigns above %{above} messages a day.',
      everyNeedsApproval: 'A colleague must approve every campaign.',
    },
    needsApprovalText:
      'The cost is held when you send the campaign, and released in full if it is not approved.',
    capTitle: 'More messages than your account can send that day',
    capToday: 'This brings today’s total to %{total} messages. Your account can send %{cap} a day.',
    capOnDay: 'This brings the total on %{day} to %{total} messages. Your account can send %{cap} a day.',
    capText:
      'Choose another day, send to fewer people, or ask your provider for a higher limit. Nothing was sent or charged.',
    ownCapTitle: 'More messages than you can send that day',
    ownCapToday: 'This brings your total today to %{total} messages. You can send %{cap} a day.',
    ownCapOnDay: 'This brings your total on %{day} to %{total} messages. You can send %{cap} a day.',
    ownCapText:
      'Choose another day, send to fewer people, or ask an owner of your account for a higher limit. Nothing was sent or charged.',
    noOperator: 'No operator is connected',
    noOperatorText:
      'Your provider has not connected an operator yet, so you cannot send. Contact your provider. Nothing was sent or charged.',
    test: 'This is a test',
    testText: 'No operator is connected. Messages go to the simulator and no phone receives them.',
    testFree: 'Nothing is charged.',
    nobody: 'No recipients to send to',
    nobodyText: 'All recipients were excluded. See the reasons below. Nothing was sent or charged.',
    closed: 'An operator has closed its network',
    closedText:
      '%{operators} has closed its network. This message will probably not be delivered, but you will be charged. |||| %{operators} has closed its network. These %{count} messages will probably not be delivered, but you will be charged.',
    refusals: 'Excluded recipients',
    senderTitle: 'The sender ID is not approved by every operator',
    senderText:
      '%{count} recipient of %{operators} is excluded, at no cost. |||| %{count} recipients of %{operators} are excluded, at no cost.',
    senderOther: 'These operators have approved %{name}.',
    useSender: 'Check with %{name}',
    refusalsNone: 'No recipients are excluded.',
    refusal: {
      invalid: 'Not a Nepal mobile number',
      'unknown-operator': 'Unknown operator',
      duplicate: 'Duplicate number',
      blacklisted: 'On your blacklist',
      'missing-value': 'No value for a placeholder',
      'too-long': 'Text too long',
      'bad-character': 'Contains a character that cannot be sent',
      'blocked-keyword': 'Contains a blocked keyword',
      'sender-not-approved': 'Sender ID not approved by the operator',
    },
    reason: {
      duplicateOfLine: 'Same number as pasted line %{line}',
      duplicateOf: 'Same number as row %{row}',
      duplicate: 'This number is already in the list',
      blacklisted: 'On the blacklist',
      blacklistedFor: 'On the blacklist: %{why}',
      since: {
        manual: 'On the blacklist since %{date}, added by hand',
        import: 'On the blacklist since %{date}, imported',
        'opt-out': 'On the blacklist since %{date}: opted out',
      },
      sinceFor: '%{since}. Reason: %{why}',
      missing: 'No value for %{names}',
      tooLong: 'The text has %{parts} parts. The maximum is %{max}',
    },
    row: 'Location',
    sheetRow: 'File, row %{row}',
    pasteLine: 'Pasted, line %{line}',
    number: 'Number',
    why: 'Reason',
    fromGroup: 'Contact',
    firstOf: 'The first %{shown} of %{total}.',
    showRows: 'Show the first %{count}',
    showAllRows: 'Show all %{count}',
    hideRows: 'Show fewer',
    download: 'Download all excluded (CSV)',
    downloadFailed: 'The file could not be downloaded. %{reason}',
    operators: 'Cost by operator',
    operator: 'Operator',
    messages: 'Messages',
    partsShort: 'Parts',
    packageParts: 'From packages',
    price: 'Per part',
    amount: 'Amount',
    closedTag: 'closed',
    total: 'Total',
    encodings: 'Encoding',
    encodingOf: '%{count} %{encoding}',
    samples: 'Preview for the first recipients',
    sampleParts: '%{count} part |||| %{count} parts',
  },
  sending: {
    priceChanged: 'The cost has changed since you checked it',
    priceChangedText:
      'The cost was Rs.\u00a0%{old} and is now Rs.\u00a0%{cost}. Nothing was sent or charged. To accept the new cost, send again.',
    testChanged: 'An operator was connected or removed',
    short: 'Your balance is now too low',
    uncertain: 'We could not confirm it',
    uncertainText:
      'We could not confirm that your campaign was accepted. Your draft is saved. Select “Try again”: it cannot be sent twice.',
    cutText:
      'You are offline. We could not confirm that your campaign was accepted. This page tries again when the connection is back. It cannot be sent twice.',
    expired: 'This check has expired',
    expiredText: '%{reason} Nothing was sent. Check again to continue.',
    inFlight: 'Still in progress',
    inFlightText:
      'Your first request is still in progress. Wait a moment and select “Try again”. Nothing is sent twice.',
    refused: 'Your campaign was not accepted',
    refusedText: '%{reason} Nothing was sent or charged.',
    tryAgain: 'Try again',
    checkAgain: 'Check again',
  },
  /** Sending with a server that has no plan step. */
  unplanned: {
    review: 'Review and send',
    reviewHelp: 'Nothing is sent yet. You confirm on the next page.',
    unknown: 'This server does not tell you before sending:',
    cost: 'what the campaign costs and what your balance will be',
    excluded: 'how many recipients are excluded, such as repeated, invalid or blacklisted numbers',
    parts: 'how many message parts are sent',
    sendTitle: 'Send without knowing the cost?',
    scheduleTitle: 'Schedule without knowing the cost?',
    againTitle: 'Send it a second time?',
    confirmText: '“%{name}” from %{sender}. %{list}.',
    confirmUnknown:
      'The cost and the number of excluded recipients are not known. Your wallet or packages are charged for what is sent.',
    uncertain:
      'We could not confirm that your campaign was accepted. It may have been sent already. Look at the campaign list before you send it again.',
    again: 'Send again',
    accepted: 'Your campaign was accepted.',
  },
};
