/** Texts of the page that eSewa and Khalti lead back to. */
export const onlinePayment = {
  online: {
    title: 'Payment by %{service}',
    titleUnknown: 'Online payment',
    backTopups: 'Topup History',
    backPackages: 'Package Purchase History',
    asking: 'Asking %{service} …',
    askingUnknown: 'Asking the payment service …',
    askingText: 'This takes a few seconds. You need not do anything.',
    paid: 'Rs.\u00a0%{amount} was added to your wallet',
    paidText: '%{service} has confirmed the payment.',
    bought: 'You have bought %{name}',
    boughtText:
      '%{service} has confirmed the payment of Rs.\u00a0%{amount}. The package can be used at once.',
    pending: '%{service} has not confirmed the payment yet',
    pendingText:
      'We look again by ourselves. You can leave this page: as soon as %{service} confirms it, the money is in your wallet.',
    pendingTextPackage:
      'We look again by ourselves. You can leave this page: as soon as %{service} confirms it, the package is yours.',
    notFound: '%{service} does not know of a payment yet',
    notFoundText:
      'If you have not paid, nothing was charged: start again, or leave it, and it is cancelled by itself within an hour or so. If you have just paid, wait a little: we look again by ourselves.',
    unavailable: '%{service} does not answer just now',
    unavailableText:
      'If you have paid, your money is safe: we look again by ourselves until %{service} answers. Do not pay a second time.',
    cancelled: 'The payment was not made',
    cancelledText: 'Nothing was credited. Start a new payment when you like.',
    cancelledPaid: 'If money was taken all the same, give support the payment’s number below.',
    rejected: 'The payment was rejected',
    review: 'Our staff are looking at this payment',
    note: {
      amount_differs:
        '%{service} has taken another amount than was asked for, so nothing was credited by itself. Our staff have been told and settle it. Do not pay a second time.',
      transaction_used:
        '%{service} names a transaction that has paid another payment already, so nothing was credited. Our staff have been told and settle it.',
      paid_after_end:
        'The money came after this payment was ended, so it was not credited by itself. Our staff have been told and settle it. Do not pay a second time.',
      unsettled:
        '%{service} could not say for a week whether this payment was made. Our staff have been told and settle it.',
    },
    again: 'Look again',
    goOn: 'Pay on %{service}',
    restart: 'New top-up',
    restartPackage: 'Buy a package',
    send: 'Send Bulk SMS',
    packages: 'Active packages',
    invoice: 'Tax invoice',
    amount: 'Amount',
    transaction: 'Number at %{service}',
    payment: 'Number of the payment',
    balance: 'Balance now',
    rupees: 'Rs.\u00a0%{amount}',
  },
};
