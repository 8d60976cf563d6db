/** Texts of a new provider's set-up, for staff. */
export const texts = {
  setup: {
    title: 'Set up your service',
    variables: 'Set these variables and restart the server:',
    brand: 'Name of your service',
    brandText: 'Shown on the sign-in page, in the top bar and in titles.',
    operator: 'Operator connection',
    operatorText: {
      none: 'No operator is connected, so nobody receives messages.',
      down: 'A link was added, but it is not connected. See the reason on its page.',
      untested: 'Connected. Send yourself a test message to see that it arrives.',
      tested: 'Connected, and messages were delivered.',
    },
    operatorDo: { none: 'Add an operator link', down: 'See the links', untested: 'Send a test message' },
    price: 'Price per part',
    priceText: 'Every new server starts with the same price per part. Set your own, or keep it.',
    priceNow:
      'Customers pay %{price} per part, as on every new server. Set your own price, or keep this one.',
    priceDone: 'Customers pay %{price} per part, unless they or the operator have a price of their own.',
    priceDo: 'Set a price',
    priceKeep: 'Keep %{price}',
    priceKept: 'The price is confirmed: %{price} per part.',
    tax: 'Tax details',
    taxText: 'Your name, PAN and address on tax invoices. Without them no invoice is issued.',
    payments: 'Payment methods',
    paymentsText: 'Where customers pay, shown with every top-up request.',
    mail: 'E-mail',
    mailText: 'For sign-up codes, invitations and passwords.',
    customer: 'First customer',
    customerText: 'Customers register themselves, or you add them.',
    customerDo: 'Add an account',
  },
};
