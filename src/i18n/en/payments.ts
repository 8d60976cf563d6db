import { invoiceEnglish } from '#schema/invoiceEnglish.ts';

const payment = {
  kind: 'For',
  amount: 'Amount',
  method: 'Payment method',
  reference: 'Reference',
  receipt: 'Receipt',
  note: 'Note',
  package_name: 'Package',
  status: 'Status',
  reason: 'Reason',
  decided_at: 'Decided',
  invoice: 'Invoice',
  created_at: 'Requested',
};
const { method, ...invoice } = invoiceEnglish;
const noteHelp = 'Anything else that helps to find the payment. You and your provider read it.';

const monthly = {
  fields: {
    account: 'Account',
    account_name: 'Account',
    month: 'Month (BS)',
    number: 'Invoice number',
    due_on: 'Pay by',
    total: 'Total',
    paid: 'Paid so far',
    status: 'Status',
    created_at: 'Issued',
  },
  choices: { status: { open: 'Not paid', overdue: 'Overdue', paid: 'Paid' } },
};

/** Texts of packages, top-ups, the wallet and invoices. */
export const texts = {
  resources: {
    'packages/sms': {
      fields: { name: 'Package', parts: 'Parts', price: 'Price', validity_days: 'Valid for (days)' },
    },
    'packages/active-packages': {
      fields: {
        name: 'Package',
        parts: 'Parts',
        remaining: 'Parts left',
        expires_at: 'Can be used until',
        created_at: 'Bought',
      },
    },
    'packages/history': {
      fields: payment,
      help: { note: noteHelp },
      choices: { method },
    },
    'wallet/topup-history': {
      fields: payment,
      help: { note: noteHelp },
      choices: { method },
    },
    'wallet/invoices': monthly,
    'admin/monthly-invoices': monthly,
    'wallet/history': {
      choices: { kind: { package: 'Package bought', adjustment: 'Adjustment' } },
      fields: {
        kind: 'Type',
        amount: 'Amount',
        balance: 'Balance after',
        campaign: 'Campaign',
        payment: 'Payment',
        note: 'Note',
      },
    },
  },
  payments: {
    locked: 'This payment was already decided, or is an online payment, so it cannot be changed.',
    method,
    methodNote: {
      bank: 'Transfer the money to our account.',
      cash: 'Pay at our office.',
      cheque: 'Hand in or deposit a cheque.',
      esewa: 'Pay now with eSewa.',
      khalti: 'Pay now with Khalti.',
    },
    how: 'Payment method',
    methods: 'Payment methods',
    instructions: 'Where to pay',
    noAccount: 'Our account is not shown here yet. Ask us for it before you transfer the money.',
    bankAccount: { bank: 'Bank', name: 'Account name', number: 'Account number' },
    reference: {
      bank: 'Transfer number',
      cheque: 'Cheque number',
      cash: 'Receipt number',
    },
    referenceShort: 'Reference',
    referenceHelp: {
      bank: 'As shown by your bank. We use it to find your payment.',
      cheque: 'As printed on the cheque.',
      cash: 'If you already have a receipt.',
    },
    receipt: 'Receipt',
    receiptHelp: 'Attach a picture or PDF of the voucher so that we can confirm your payment sooner.',
    note: 'Note',
    noteHelp,
    openReceipt: 'Download receipt',
    receiptFailed: 'The receipt could not be downloaded. %{reason}',
    attached: 'Attached',
    uploading: 'Uploading the receipt…',
    goOn: 'Continue to %{method}',
    notOffered:
      '%{method} is not available right now. Your payment stays open. Try again later. If you have not paid yet, you can make a new payment another way.',
    invoice: 'Tax invoice',
    invoicedBefore: 'Invoiced with the top-up',
    rejected: {
      topup: 'This top-up was rejected. Nothing was added to your wallet.',
      package: 'This payment was rejected. You did not get the package.',
      reason: 'Reason: %{reason}',
      next: 'If the reason can be put right, make a new request. If you have paid and do not know what is wrong, ask your provider.',
    },
    paysMonths: 'For monthly invoices',
    tryAgain: 'Try again',
    startOver: 'Start over',
    close: 'Close',
    title: { topup: 'Top-up of Rs.\u00a0%{amount}', package: '%{name} for Rs.\u00a0%{amount}' },
    failure: {
      price: 'The price has changed',
      priceText:
        'The price was Rs.\u00a0%{former} and is now Rs.\u00a0%{amount}. Nothing was bought. Continue only if you accept the new price.',
      balance: 'Your balance is too low',
      balanceText: 'You need Rs.\u00a0%{missing} more. Nothing was bought or charged.',
      balanceTextOnly: 'Choose another payment method. Nothing was bought or charged.',
      inFlight: 'Already in progress',
      inFlightText: 'Your earlier request is still in progress. Try again in a moment. It is not done twice.',
      uncertain: 'We could not confirm your request',
      uncertainText:
        'We could not confirm the payment of Rs.\u00a0%{amount}. It may have been accepted. Select “Try again”: it cannot be made twice.',
      uncertainTextOnce:
        'We could not confirm the payment of Rs.\u00a0%{amount}. It may have been accepted. Look in the history first: if you try again, it may be made twice.',
      refused: 'Your request was not accepted',
      refusedText: '%{reason} No money was moved.',
    },
    cancel: {
      button: 'Cancel',
      named: 'Cancel the payment of Rs.\u00a0%{amount}',
      title: 'Cancel the payment of Rs.\u00a0%{amount}?',
      topup: 'We stop waiting for this payment, and nothing is added to your wallet.',
      package: 'We stop waiting for this payment, and you do not get the package.',
      ifPaid:
        'Do not cancel if you have already paid. Wait until we confirm the payment. This cannot be undone.',
      ifPaidOnline:
        'Do not cancel if you have already paid. The service will notify us soon. This cannot be undone.',
      confirm: 'Cancel the payment',
      done: 'The payment of Rs. %{amount} was cancelled. Nothing was charged.',
      failed: 'Nothing was changed. %{reason}',
      uncertain:
        'We could not confirm the cancellation: %{reason} Check the state on this page before you try again.',
    },
    news: {
      topup: {
        confirmed: 'Your top-up of Rs. %{amount} is confirmed and added to your wallet.',
        rejected: 'Your top-up of Rs. %{amount} was rejected. Open it to see the reason.',
      },
      package: {
        confirmed: 'Your payment is confirmed. You can now use the package %{name}.',
        rejected: 'Your payment for the package %{name} was rejected. Open it to see the reason.',
      },
    },
  },
  packages: {
    lead: 'Package parts are used before your wallet until the package expires.',
    yourBalance: 'Your balance: %{amount}.',
    seeActive: 'See active packages',
    seeHistory: 'See package purchases',
    unansweredFirst:
      'To buy %{name}, first check whether this payment was made, and then select “Start over”.',
    buyOne: 'Buy a package',
    none: 'No packages for sale',
    noneText: 'You can always send from your wallet. Contact us if you need a package.',
    parts: 'message part |||| message parts',
    perPart: 'Per part',
    validity: 'Valid for',
    days: '%{count} day |||| %{count} days',
    missing: 'You need Rs.\u00a0%{amount} more.',
    affordable: 'Your balance is enough.',
    cheaper: '%{percent} cheaper than from the wallet (Rs.\u00a0%{wallet} per part).',
    dearer: '%{percent} more expensive than from the wallet (Rs.\u00a0%{wallet} per part).',
    asWallet: 'Same price as from the wallet (Rs.\u00a0%{wallet} per part).',
    walletRange:
      'From the wallet, a part costs Rs.\u00a0%{least} to Rs.\u00a0%{most}, depending on the operator.',
    buy: 'Buy',
    buyNamed: 'Buy %{name} for Rs.\u00a0%{amount}',
    buyTitle: 'Buy %{name} for Rs.\u00a0%{amount}?',
    holds:
      '%{parts} message parts, valid for %{days} day. |||| %{parts} message parts, valid for %{days} days.',
    walletNote: 'Immediately. Your balance is %{amount}.',
    walletNoteOnly: 'Immediately.',
    balanceNow: 'Current balance',
    price: 'Price, including VAT',
    balanceAfter: 'Balance after',
    missingLabel: 'You need',
    short: 'You need Rs.\u00a0%{amount} more in your wallet. Top up, or choose another payment method.',
    whenConfirmed:
      'You get the parts when we have confirmed your payment. Nothing is taken from your wallet.',
    whenPaid: 'Continue to %{method} to pay. You get the parts when %{method} confirms the payment.',
    confirm: {
      wallet: 'Buy for Rs.\u00a0%{amount}',
      manual: 'Request for Rs.\u00a0%{amount}',
      online: 'Pay Rs.\u00a0%{amount} with %{method}',
    },
    bought: 'You have bought %{name}',
    boughtText:
      'You can use %{parts} message parts for %{days} day. Rs.\u00a0%{amount} was taken from your wallet. |||| You can use %{parts} message parts for %{days} days. Rs.\u00a0%{amount} was taken from your wallet.',
    requested: 'You have requested %{name}',
    requestedText:
      'You get the %{parts} parts when we have confirmed your payment of Rs.\u00a0%{amount}. The validity starts then.',
    left: '%{remaining} of %{parts} left',
    expiresIn: 'Expires in %{count} day |||| Expires in %{count} days',
    expired: 'Expired',
    usedUp: 'Used up',
    tab: { active: 'Active', used: 'Used up', expired: 'Expired' },
    empty: {
      active: 'You have no active package',
      activeText:
        'A package is a number of message parts at one price. Its parts are used before your wallet.',
      used: 'No used-up packages',
      usedText: 'Packages with no parts left are listed here.',
      expired: 'No expired packages',
      expiredText: 'Packages that expired with unused parts are listed here.',
    },
    historyEmpty: 'You have not bought a package yet',
    historyEmptyText: 'Your purchases are listed here with their payment status.',
  },
  topup: {
    back: 'Back to topup history',
    seeHistory: 'See topup history',
    amount: 'Amount in rupees',
    amountHelp: 'From Rs.\u00a0%{least} to Rs.\u00a0%{most}, such as 12,500 or 999.50.',
    amountRead: 'Amount: Rs.\u00a0%{amount}.',
    quick: 'Suggested amounts',
    quickAmount: 'Rs.\u00a0%{amount}',
    check: 'Check the amount',
    checkTitle: 'Check your request',
    youPay: 'You pay',
    after: 'Balance after confirmation',
    manualText:
      'We check your payment and then add Rs.\u00a0%{amount} to your wallet. The request itself costs nothing.',
    onlineText:
      'Continue to %{method} to pay Rs.\u00a0%{amount}. It is added to your wallet when %{method} confirms the payment.',
    confirm: 'Request Rs.\u00a0%{amount}',
    confirmOnline: 'Pay Rs.\u00a0%{amount} with %{method}',
    change: 'Change',
    requested:
      'You have requested a top-up of Rs. %{amount}. It is added when we have confirmed your payment.',
    empty: 'No top-ups yet',
    emptyText: 'Top up your wallet by bank transfer, cash, cheque or online.',
    leaveTitle: 'Leave without requesting?',
    leaveText: 'The top-up has not been requested. Your entries will be lost.',
    leaveUncertain: 'We could not confirm your request. Check the topup history before you request again.',
    leave: 'Leave',
  },
  invoice: {
    ...invoice,
    name: 'Tax invoice',
    print: 'Print',
    backToPackages: 'Back to package purchase history',
    pdf: 'Download PDF',
    pdfFailed: 'The PDF could not be downloaded. %{reason}',
    mail: 'Send by e-mail',
    mailTitle: 'Send this invoice by e-mail?',
    mailText: 'The PDF is sent to your address, %{email}.',
    mailConfirm: 'Send the invoice',
    mailed: 'The invoice is being sent to %{email}.',
    failed: 'The invoice could not be printed: %{reason}',
  },
  monthlyInvoices: {
    empty: 'No monthly invoices yet',
    emptyText:
      'If your account is post-paid, you get an invoice at the end of each month in Bikram Sambat. A top-up pays it.',
    staffEmptyText: 'Post-paid accounts get an invoice at the end of each month in Bikram Sambat.',
    pay: 'Pay',
    payNamed: 'Pay Rs.\u00a0%{amount} for %{month}',
    owed: 'Rs.\u00a0%{amount} to pay by %{day}.',
    overdue: 'This invoice is overdue: Rs.\u00a0%{amount} should have been paid by %{day}.',
    paid: 'This invoice is paid.',
    back: 'Back to monthly invoices',
  },
  walletHistory: {
    subject: 'For',
    payment: 'Payment',
    empty: 'No entries yet',
    emptyText: 'Every change of your balance is listed here with the balance after it.',
    credit:
      'Your account is post-paid: the balance may fall to Rs.\u00a0%{limit} below zero. You can still spend Rs.\u00a0%{left}.',
  },
};
