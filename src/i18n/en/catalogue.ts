/** Texts of what administrators keep: prices, packages for sale, blocked keywords, Viber names, number plan. */
const status = { future: 'Still to come', 'in-force': 'In force', past: 'Past' };

export const catalogue = {
  resources: {
    'admin/product-pricing': {
      name: 'Price |||| Product pricing',
      fields: {
        account: 'Account',
        account_name: 'Account',
        operator: 'Operator',
        price: 'Price per part (Rs.)',
        release_undelivered: 'Undelivered is given back',
        valid_from: 'In force from',
        status: 'State',
      },
      help: {
        account: 'Leave it empty for a default price, which every account without one of its own pays.',
        operator: 'Leave it empty for any operator.',
        price: 'VAT included, to six decimals, such as 1.356.',
        release_undelivered:
          'What comes back undelivered is given back to the wallet. Otherwise it is charged like what was delivered.',
        valid_from: 'Time in Nepal. Leave it empty for at once.',
      },
      choices: { status },
    },
    'admin/packages': {
      name: 'Package for sale |||| Packages for sale',
      fields: {
        name: 'Name',
        parts: 'Parts',
        price: 'Price (Rs.)',
        per_part: 'Per part',
        validity_days: 'Days',
        is_active: 'For sale',
        sold: 'Sold',
      },
      help: {
        parts: 'How many message parts it holds.',
        price: 'For the whole package, VAT included.',
        validity_days: 'For how many days its parts can be used after it is bought.',
        is_active: 'Customers see and buy only what is for sale.',
      },
      choices: { is_active: { active: 'For sale', inactive: 'Off sale' } },
    },
    'admin/blocked-keywords': {
      name: 'Blocked keyword |||| Blocked keywords',
      fields: { keyword: 'Keyword', is_active: 'Active' },
      help: {
        keyword:
          'A word or a phrase. It is found in any case, also as “b.e t” or “b3t”, and only as whole words: not in “better”.',
        is_active: 'Only active keywords refuse messages.',
      },
    },
    'admin/viber-identities': {
      name: 'Viber identity |||| Viber identities',
      fields: {
        account: 'Account',
        account_name: 'Account',
        name: 'Name',
        status: 'State',
        reason: 'Reason',
        decided_at: 'Decided',
      },
      help: { name: 'The name under which the account is registered with Viber.' },
    },
    'admin/number-plan': {
      name: 'Number range |||| Number plan',
      fields: {
        prefix: 'First digits',
        operator: 'Operator',
        closed: 'Operator has closed',
        valid_from: 'In force from',
        status: 'State',
      },
      help: {
        prefix: 'The first digits of its mobile numbers, such as 984 or 9841. The longest that fits wins.',
        closed: 'Senders are warned before they are charged for these numbers.',
        valid_from: 'Leave it empty for today.',
      },
      choices: { status },
    },
  },
  pricing: {
    now: 'In force now',
    nowText: 'What one message part costs from the wallet, VAT included. The most particular price wins.',
    nowFor: 'Prices of the account',
    nowForHelp: 'Choose one to see what it pays. Now shown: the default prices.',
    everybody: 'Default',
    anyOperator: 'Any operator',
    source: {
      own: 'Own price, any operator',
      ownOperator: 'Own price of this operator',
      default: 'Default price, any operator',
      operator: 'Default price of this operator',
    },
    released: 'Undelivered is given back',
    next: 'Rs.\u00a0%{amount} from',
    empty: 'No prices yet',
    emptyText: 'Without a default price nothing can be sent. Add one that names no account and no operator.',
    rule: 'A price in force stays as it is, because people have been charged by it. To change it, add a new one that takes its place from a time on. Plans made before are checked again before they are sent.',
    locked: 'This price is in force or past, and stays as it is. To change what is paid, add a new price.',
    deleteText: 'This price has not begun yet. Without it, the price before it stays in force.',
    impactTitle: 'Change the price of %{count} account? |||| Change the price of %{count} accounts?',
    impactConfirm: 'Change the price of %{count} account |||| Change the price of %{count} accounts',
    impactMore: '%{count} more',
    impactOperator: 'Operator',
    impactAccounts: 'Accounts',
    impactOld: 'Old (Rs.)',
    impactNew: 'New (Rs.)',
    impactDearer: '+%{amount}',
    impactCheaper: '−%{amount}',
    notReleased: 'Undelivered is charged',
    impactNow:
      'The new price applies at once, to everything that is checked or sent from now on. Campaigns that were accepted keep their price.',
    impactFrom: 'The new price applies from %{time}. Campaigns that were accepted before keep their price.',
    impactUnknownTitle: 'Change the price of every account?',
    impactUnknown:
      'This price applies to every account that has no price of its own. We could not find out how many that are.',
    impactUnknownConfirm: 'Change the price',
    withVat: 'With %{percent} % VAT',
    withoutVat: 'Without VAT',
  },
  sale: {
    empty: 'Nothing for sale yet',
    emptyText:
      'A package is a number of message parts at one price. Customers buy it and use it before the wallet.',
    deleteText: 'Nobody has bought this package yet. It will be gone for good.',
    soldText:
      'This package was bought once. What you change here counts for the next purchase; who has bought it keeps the parts, days and price of then. |||| This package was bought %{count} times. What you change here counts for the next purchase; who has bought it keeps the parts, days and price of then.',
    perPartUnknown: 'With parts and price, you see here what one part comes to.',
    perPart: 'Rs.\u00a0%{amount} per part.',
    asUsual: 'As much as the default price (Rs.\u00a0%{usual}).',
    cheaper: '%{percent} cheaper than the default price (Rs.\u00a0%{usual}).',
    dearer: '%{percent} dearer than the default price (Rs.\u00a0%{usual}).',
    usualRange: 'By the default prices a part costs Rs.\u00a0%{least} to Rs.\u00a0%{most}, by operator.',
  },
  keywords: {
    empty: 'No keyword is blocked yet',
    emptyText:
      'A message with a blocked keyword is refused before it is sent, and its sender is told which word it is.',
    test: 'Try a text',
    testText: 'Text of a message',
    testHelp: 'Nothing is sent or kept. What would be refused is marked.',
    clean: 'No active keyword stands in this text.',
    found: 'Refused: one place with %{names}. |||| Refused: %{count} places with %{names}.',
  },
  viber: {
    noSending:
      'Nothing is sent over Viber. These names are registered with Viber by hand; here you keep which account has which, and what Viber answered. Customers see their own in their profile.',
    empty: 'No Viber names yet',
    emptyText: 'Add a name when you register it with Viber for an account.',
    approve: 'Approve',
    reject: 'Reject',
    approveTitle: 'Has Viber approved %{name}?',
    approveText: 'The customer sees it as approved. This is decided once.',
    rejectTitle: 'Has Viber rejected %{name}?',
    reason: 'Reason',
    reasonHelp: 'The customer reads it.',
    done: { approved: '%{name} is approved', rejected: '%{name} is rejected' },
  },
  numberPlan: {
    lookup: 'Which operator is this number?',
    number: 'Mobile number',
    numberHelp: 'Ten digits, such as 9841000001.',
    is: '%{operator}, because it starts with %{prefix}.',
    isClosed: '%{operator}, because it starts with %{prefix}. This operator has closed.',
    unknown: 'Unknown: no range fits. Messages to it are skipped.',
    locked:
      'This entry was in force before today and stays as it is. To change it, add a new entry for its prefix.',
    deleteText: 'This entry has not begun yet. Without it, what fits its numbers now goes on.',
    empty: 'The number plan is empty',
    emptyText:
      'Every number is of an unknown operator, and gets no messages. Add the first digits of each operator’s numbers.',
  },
};
