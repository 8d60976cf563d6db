/** Texts of the provider's mail settings. */
export const texts = {
  resources: {
    'admin/settings': {
      fields: {
        host: 'Mail server',
        port: 'Port',
        security: 'Encryption',
        username: 'User name',
        password: 'Password',
        sender_name: 'Sender’s name',
        sender_address: 'Sender’s address',
      },
      help: {
        port: 'Usually 587 with STARTTLS, or 465 with TLS.',
        username: 'Empty: the mail server needs no login.',
        sender_address: 'Must be an address from which this mail server lets you send.',
      },
      choices: {
        security: { tls: 'TLS', starttls: 'STARTTLS (required)', none: 'None' },
      },
    },
  },
  mailSettings: {
    server: 'Mail server',
    serverHelp: 'E-mails are sent through this server. A change applies from the next e-mail.',
    none: 'No mail server is set, so nobody can register or get a new password.',
    shown:
      'No mail server is set. This is a demonstration: it shows its e-mails on the machine that it runs on.',
    fixed: 'The server’s environment sets the mail server (SMTP_URL). Sender: %{sender}',
    passwordHelp: 'Stored encrypted and never shown.',
    kept: 'Saved. Leave empty to keep it. Another server or port, or no encryption, needs it again.',
    remove: 'Remove the mail server',
    removeTitle: 'Remove the mail server?',
    removeText: 'E-mails are no longer sent. Nobody can register or get a new password.',
    test: 'Test e-mail',
    testHelp: 'Sends an e-mail to your own address through the saved mail server.',
    sendTest: 'Send a test e-mail',
    result: {
      accepted: 'The mail server accepted the e-mail to %{to} in %{ms} ms. Check that it arrives.',
      refused: 'The mail server refused the e-mail to %{to}. Check the settings.',
      unreachable: 'The mail server could not be reached. Check its name and port.',
    },
    said: 'It said: %{text}',
  },
};
