/**
 * Texts of what administrators manage: prices, packages for sale, blocked keywords, Viber identities, number plan.
 */
const status = { future: 'Scheduled', 'in-force': 'In force', past: 'Past' };

export const texts = {
  resources: {
    'admin/product-pricing': {
      fields: {
        account: 'Account',
        account_name: 'Account',
        operator: 'Operator',
        price: 'Price per part',
        viber_price: 'Price per Viber message',
        release_undelivered: 'Undelivered messages are released',
        valid_from: 'In force from',
        status: 'Status',
      },
      help: {
        account: 'Leave empty for a default price. It applies to every account without its own price.',
        operator: 'Leave empty for all operators.',
        price: 'Including VAT, up to six decimals, such as 1.356.',
        viber_price:
          'Including VAT, for up to 1,000 characters. Leave empty to keep the Viber price that is in force.',
        release_undelivered:
          'The cost of undelivered messages is released to the wallet. Otherwise they are charged like delivered messages.',
        valid_from: 'In Nepal time. Leave empty to apply the price immediately.',
      },
      choices: { status },
    },
    'admin/packages': {
      fields: {
        name: 'Name',
        parts: 'Parts',
        price: 'Price',
        per_part: 'Per part',
        validity_days: 'Days',
        is_active: 'For sale',
        sold: 'Sold',
      },
      help: {
        parts: 'Number of message parts in the package.',
        price: 'Price of the whole package, including VAT.',
        validity_days: 'Number of days the parts can be used after purchase.',
        is_active: 'Customers see and buy only packages for sale.',
      },
      choices: { is_active: { active: 'For sale', inactive: 'Not for sale' } },
    },
    'admin/blocked-keywords': {
      fields: { keyword: 'Keyword', is_active: 'Active' },
      help: {
        keyword:
          'A word or phrase. Upper and lower case and spellings such as “b.e t” or “b3t” are found too. Only whole words match: not “better”.',
        is_active: 'Only active keywords block messages.',
      },
    },
    'admin/viber-identities': {
      fields: {
        account: 'Account',
        account_name: 'Account',
        name: 'Name',
        status: 'Status',
        reason: 'Reason',
        decided_at: 'Decided',
      },
      help: { name: 'The name the account is registered with on Viber.' },
    },
    'admin/number-plan': {
      fields: {
        prefix: 'First digits',
        operator: 'Operator',
        closed: 'Network closed',
        valid_from: 'In force from',
        status: 'Status',
      },
      help: {
        prefix:
          'The first digits of the operator’s mobile numbers, such as 984 or 9841. The longest match applies.',
        closed: 'Senders see a warning before they are charged for these numbers.',
        valid_from: 'Leave empty for today.',
      },
      choices: { status },
    },
  },
  pricing: {
    now: 'In force now',
    prices: 'Prices',
    nowText: 'Price of one message part from the wallet, including VAT. The most specific price applies.',
    nowFor: 'Prices for account',
    nowForHelp: 'Choose an account to see its prices. The default prices are shown now.',
    everybody: 'Default',
    anyOperator: 'Any operator',
    source: {
      own: 'Own price, any operator',
      ownOperator: 'Own price of this operator',
      default: 'Default price, any operator',
      operator: 'Default price of this operator',
    },
    released: 'Undelivered messages are released',
    viber: 'Viber',
    viberNow: '%{amount} per Viber message',
    next: 'Rs.\u00a0%{amount} from',
    empty: 'No prices yet',
    emptyText: 'Nothing can be sent without a default price. Add a price without an account and an operator.',
    rule: 'A price in force cannot be changed, because customers have been charged at it. Add a new price that replaces it from a chosen time. Campaigns that were already checked are checked again before they are sent.',
    locked: 'This price is in force or past and cannot be changed. Add a new price instead.',
    deleteText: 'This price is not in force yet. Without it, the previous price stays in force.',
    impactTitle: 'Change the price of %{count} account? |||| Change the price of %{count} accounts?',
    impactConfirm: 'Change the price of %{count} account |||| Change the price of %{count} accounts',
    impactMore: '%{count} more',
    impactOperator: 'Operator',
    impactViber: '%{operator}, Viber message',
    impactAccounts: 'Accounts',
    impactOld: 'Old',
    impactNew: 'New',
    impactDearer: '+%{amount}',
    impactCheaper: '−%{amount}',
    notReleased: 'Undelivered messages are charged',
    impactNow:
      'The new price applies immediately to everything checked or sent from now on. Accepted campaigns keep their price.',
    impactFrom: 'The new price applies from %{time}. Campaigns accepted before keep their price.',
    impactUnknownTitle: 'Change the price of every account?',
    impactUnknown:
      'This price applies to every account without its own price. We could not count these accounts.',
    impactUnknownConfirm: 'Change the price',
    withVat: 'With %{percent}% VAT',
    withoutVat: 'Without VAT',
  },
  sale: {
    empty: 'Nothing for sale yet',
    emptyText:
      'A package is a number of message parts at one price. Customers buy it, and its parts are used before the wallet.',
    deleteText: 'Nobody has bought this package yet. It will be deleted permanently.',
    soldText:
      'This package was bought once. Changes apply to the next purchase. The existing purchase keeps its parts, days and price. |||| This package was bought %{count} times. Changes apply to the next purchase. Existing purchases keep their parts, days and price.',
    changeTitle: 'Change the package “%{name}” for everybody?',
    changeText: 'Everyone who buys it from now on gets the new terms. Existing purchases do not change.',
    changeConfirm: 'Change the package',
    perPartUnknown: 'Enter parts and price to see the price per part.',
    perPart: 'Rs.\u00a0%{amount} per part.',
    asUsual: 'Same as the default price (Rs.\u00a0%{usual}).',
    cheaper: '%{percent} cheaper than the default price (Rs.\u00a0%{usual}).',
    dearer: '%{percent} more expensive than the default price (Rs.\u00a0%{usual}).',
    usualRange:
      'At default prices a part costs Rs.\u00a0%{least} to Rs.\u00a0%{most}, depending on the operator.',
  },
  keywords: {
    empty: 'No blocked keywords yet',
    emptyText: 'A message with a blocked keyword is not sent. The sender sees which keyword it is.',
    test: 'Try a text',
    result: 'The result',
    testText: 'Message text',
    testHelp: 'Nothing is sent or saved. Blocked keywords are marked.',
    clean: 'No active keyword in this text.',
    found: 'Blocked: one place with %{names}. |||| Blocked: %{count} places with %{names}.',
  },
  viber: {
    use: 'With an approved Viber identity the account can send campaigns over Viber, where a price for Viber and an operator link of the channel Viber are set. Register each name with Viber yourself, and record here which account it belongs to and what Viber answered.',
    onlyKept:
      'Viber identities are kept for the record: this server sends nothing over Viber. Register each name with Viber yourself, and record here which account it belongs to and what Viber answered. Customers see their own names in their profile.',
    empty: 'No Viber identities yet',
    emptyText: 'Add a name when you register it with Viber for an account.',
    approve: 'Approve',
    reject: 'Reject',
    approveTitle: 'Has Viber approved %{name}?',
    approveText: 'The customer sees it as approved. This decision is final.',
    rejectTitle: 'Has Viber rejected %{name}?',
    reason: 'Reason',
    reasonHelp: 'The customer sees this.',
    done: { approved: '%{name} is approved', rejected: '%{name} is rejected' },
    deleteText: 'The account can no longer send campaigns with it. It will be deleted permanently.',
  },
  numberPlan: {
    lookup: 'Find the operator of a number',
    number: 'Mobile number',
    numberHelp: 'Ten digits, such as 9841234567.',
    is: '%{operator}, because it starts with %{prefix}.',
    isClosed: '%{operator}, because it starts with %{prefix}. This operator has closed its network.',
    unknown: 'Unknown: no range matches. Messages to this number are skipped.',
    locked:
      'This entry was in force before today and cannot be changed. Add a new entry for its prefix instead.',
    deleteText: 'This entry is not in force yet. Without it, the current range stays in force.',
    empty: 'The number plan is empty',
    emptyText:
      'Without entries, every number belongs to an unknown operator and messages are skipped. Add the first digits of each operator’s numbers.',
  },
};
