/** Texts of the forms of operator links. */
export const texts = {
  linkForms: {
    group: { connection: 'Connection', receipts: 'Delivery reports', routing: 'Routing', pace: 'Pace' },
    kind: 'How the operator is reached',
    kinds: {
      smpp: 'A permanent connection, as operators offer it to providers.',
      http: 'One web request per message, as SMS services offer it.',
    },
    preset: 'Fill in for',
    preset_none: 'Choose a service',
    preset_text:
      'The settings come from the service’s published documentation. Compare them with yours, and test the connection before you save.',
    placeholders: 'Placeholders: %{names}',
    keep_secret:
      'Leave empty to keep the current secret. Enter it again when the link calls another address.',
    secret_text:
      'The token, key or password from the operator. Write {{secret}} where the operator expects it.',
    secret: 'Secret',
    test: 'Test connection',
    testing: 'Testing…',
    tested: {
      signed_in: 'The connection works, and the operator accepts the login.',
      reached: 'The operator can be reached. The secret was not tried: enter an address for tests to try it.',
      refused_login: 'The operator refuses the login. Check the user and the password or secret.',
      refused_connection: 'Nothing answers at this address. Check host and port.',
      not_found: 'This host name does not exist. Check the spelling.',
      unreachable: 'This address cannot be reached. Ask the operator whether it must allow your server.',
      certificate:
        'The operator’s certificate is not trusted, or is for another name. Check the TLS settings.',
      private:
        'This address is in a private network. Your server’s administrator can allow it (OPERATOR_ALLOW_PRIVATE).',
      timeout: 'No answer within 10 seconds. Check the address, and whether the operator allows your server.',
      locked:
        'The server cannot decrypt this link’s secrets. Enter the password or secret again, or give every server the same SECRET_KEY.',
      failed: 'The operator gave an unexpected answer. Check the address and the other settings.',
    },
    took: '%{text} (%{milliseconds}\u00a0ms)',
    took_detail: '%{text} (%{detail}, %{milliseconds}\u00a0ms)',
    callback: 'Address for delivery reports',
    callback_text:
      'Give this address to the operator, or send {{callback}} with each message. Anyone who knows it can report results.',
    callback_show: 'Show the address',
    costs: 'Cost price',
    costs_text: {
      part: 'What the operator charges you for each accepted message part, without VAT. Reports use it to show your margin. Customers never see it.',
      message:
        'What the operator charges you for each accepted Viber message, without VAT. Reports use it to show your margin. Customers never see it.',
    },
    costs_none: 'No cost price is set.',
    cost_from: 'In force from',
    cost_price: { part: 'Price per part (Rs.)', message: 'Price per message (Rs.)' },
    cost_price_help: 'Leave it empty if you no longer know the cost.',
    cost_from_help: 'Leave it empty for the next full hour.',
    cost_unknown: 'Not known',
    cost_now: 'In force',
    cost_add: 'Set cost price',
    cost_added: 'The cost price is set.',
    cost_remove: 'Remove',
    cost_removed: 'The cost price is removed.',
  },
};
