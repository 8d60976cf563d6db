/** Texts of the set-up's health: by subject, and within it by what was found. */
export const texts = {
  health: {
    lead: 'What is missing, temporary or broken. Checked by one of the server’s processes when you opened this page.',
    again: 'Check again',
    open: 'Open',
    onDashboard: 'Needs attention: %{name}',
    all: 'Set-up health',
    worst: {
      ok: 'Everything works',
      note: 'Everything works',
      warning: 'Something needs attention',
      error: 'Something does not work',
    },
    states: { ok: 'OK', note: 'Note', warning: 'Warning', error: 'Error' },
    names: {
      operator: 'Operators',
      worker: 'Worker',
      sending: 'Sending',
      mail: 'E-mail',
      address: 'Public address',
      backup: 'Backup',
      replication: 'Standby database',
      disk: 'Disk',
      clock: 'Clock',
      storage: 'Uploaded files',
      scanner: 'Virus scanner',
      secrets: 'Key of the secrets',
      brand: 'Name of your service',
      price: 'Price per part',
      tax: 'Tax details',
      payments: 'Payment methods',
    },
    texts: {
      operator: {
        ok: 'All active links are connected.',
        simulator: 'Messages go to the simulator. Nobody receives them.',
        missing: 'No operator link is active. Nobody receives messages.',
        down: 'No operator link is connected. Nothing is sent.',
        partly: '%{bound} of %{links} active links are connected.',
      },
      worker: {
        ok: 'A process is sending.',
        missing: 'No process that sends has reported in the last 30 seconds. Start a worker.',
      },
      sending: {
        ok: 'Sending runs.',
        stopped: 'Sending was stopped on %{since} because the database was replaced.',
      },
      mail: {
        ok: 'E-mails are being sent.',
        shown:
          'No mail server is set. This demonstration sends no e-mails. It shows them on the machine that it runs on.',
        missing: 'No mail server is set, so nobody can register or reset a password.',
        unreadable:
          'The password of the mail server cannot be decrypted with this server’s %{variable}, so e-mails wait.',
        waiting: 'E-mails have been waiting since %{since}. The mail server does not accept them.',
        failed:
          '%{count} e-mail could not be sent in the last day. |||| %{count} e-mails could not be sent in the last day.',
      },
      address: {
        ok: 'Links in e-mails lead to it.',
        missing:
          '%{variable} is not set. Links in e-mails lead to this machine only, and passkeys may not work.',
      },
      backup: {
        done: 'The last backup ended on %{at}.',
        old: 'The last backup ended on %{at}, more than a day ago.',
        unknown: 'No backup has been reported. Call %{variable} after each backup.',
      },
      replication: {
        ok: 'A standby confirms every change.',
        missing: 'There is no standby. If the database’s machine is lost, you need the backup.',
        asynchronous: 'The standby may be behind. A failover can lose the last changes.',
        waiting: 'The standby does not confirm changes. Requests wait for it.',
        unreadable: 'The state of the standby could not be read.',
      },
      disk: {
        free: '%{percent}% of the disk is free (%{free} GB).',
        low: 'Only %{percent}% of the disk is free (%{free} GB).',
        full: 'The disk is almost full: %{percent}% is free (%{free} GB). Free some space now.',
        unreadable: 'The free space could not be read.',
      },
      clock: {
        ok: 'The clocks of server and database agree.',
        differs:
          'The clocks of server and database differ by %{seconds} seconds. Two-factor codes can fail. Set the clocks.',
      },
      storage: {
        ok: 'They are stored in a bucket.',
        folder: 'They are stored in a folder on this machine. Back it up, or set %{variable}.',
      },
      scanner: {
        ok: 'Every upload is scanned.',
        missing: 'Uploads are not scanned for viruses (%{variable}).',
      },
      secrets: {
        ok: 'It is kept apart from the data.',
        missing:
          '%{variable} is not set, so operator links with a password, webhooks and second factors cannot be saved.',
        file: '%{variable} is not set, so passwords of operators are encrypted with a key that is stored next to the data.',
      },
      brand: { ok: 'It is set.', missing: 'The service still has the product’s own name.' },
      price: {
        ok: 'A price is set.',
        missing: 'Customers pay the price that every new server starts with. Set your own price.',
      },
      tax: {
        ok: 'Invoices can be issued.',
        missing: 'Without the seller’s name and PAN no invoice is issued.',
      },
      payments: {
        ok: 'Customers know where to pay.',
        missing: 'Customers are not told where to pay.',
        unreadable:
          'A key of eSewa or Khalti cannot be decrypted with this server’s %{variable}, so the service is not offered.',
      },
    },
  },
};
