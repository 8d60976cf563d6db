/** Texts of the page that eSewa and Khalti return to. */
export const texts = {
  online: {
    title: 'Payment by %{service}',
    titleUnknown: 'Online payment',
    backTopups: 'Topup History',
    backPackages: 'Package Purchase History',
    asking: 'Checking with %{service}…',
    askingUnknown: 'Checking with the payment service…',
    askingText: 'This takes a few seconds. You do not need to do anything.',
    paid: 'Rs.\u00a0%{amount} was added to your wallet',
    paidText: '%{service} has confirmed the payment.',
    bought: 'You have bought %{name}',
    boughtText: '%{service} has confirmed the payment of Rs.\u00a0%{amount}. You can use the package now.',
    pending: '%{service} has not confirmed the payment yet',
    pendingText:
      'We keep checking. You can leave this page. The money is added to your wallet when %{service} confirms the payment.',
    pendingTextPackage:
      'We keep checking. You can leave this page. You get the package when %{service} confirms the payment.',
    notFound: '%{service} has no payment yet',
    notFoundText:
      'If you have not paid, nothing was charged. Start again, or leave it: the payment is cancelled automatically within about an hour. If you have just paid, wait a moment. We keep checking.',
    unavailable: '%{service} is not responding',
    unavailableText:
      'If you have paid, your money is safe. We keep checking until %{service} responds. Do not pay again.',
    notAsked: 'The last check failed',
    cancelled: 'The payment was not made',
    cancelledText: 'Nothing was credited. You can start a new payment.',
    cancelledPaid: 'If money was taken from you, contact support with the payment number below.',
    rejected: 'The payment was rejected',
    review: 'Our staff are reviewing this payment',
    note: {
      amount_differs:
        '%{service} received a different amount, so nothing was credited automatically. Our staff have been notified. Do not pay again.',
      transaction_used:
        '%{service} reports a transaction that already paid for another payment, so nothing was credited. Our staff have been notified.',
      paid_after_end:
        'The money arrived after this payment was closed, so it was not credited automatically. Our staff have been notified. Do not pay again.',
      unsettled: '%{service} could not confirm this payment for a week. Our staff have been notified.',
      key_replaced:
        'Our connection to %{service} was changed while this payment was open. Our staff have been notified. If you have paid, do not pay again.',
    },
    again: 'Check again',
    goOn: 'Pay on %{service}',
    restart: 'New top-up',
    restartPackage: 'Buy a package',
    send: 'Send Bulk SMS',
    packages: 'Active packages',
    invoice: 'Tax invoice',
    amount: 'Amount',
    transaction: '%{service} number',
    payment: 'Payment number',
    balance: 'Current balance',
  },
};
