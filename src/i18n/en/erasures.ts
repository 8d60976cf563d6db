/** Texts of erasing a phone number from everything. */
export const texts = {
  resources: {
    'settings/erasures': {
      fields: {
        phone: 'Mobile number',
        reference: 'Reference',
        status: 'Status',
        everywhere: 'In all accounts',
        steps: 'Steps done',
        contacts: 'Contacts',
        messages: 'Messages',
        blacklisted: 'Blacklist entries, kept as a code',
        files: 'Uploaded files',
        exports: 'Data exports',
        records: 'Other records',
        waiting: 'Messages in progress',
        error: 'Error',
        created_at: 'Requested',
        finished_at: 'Erased on',
      },
      help: {
        phone: 'The number whose owner asked for it.',
        reference: 'Such as the number of the request. It is kept, so do not write the number here.',
      },
      choices: {
        status: {
          queued: 'Waiting to begin',
          running: 'Erasing',
          waiting: 'Waiting for messages',
          completed: 'Erased',
          failed: 'Failed',
        },
      },
    },
  },
  erasures: {
    title: 'Erase a number',
    start: 'Erase the number',
    started: 'Erasing the number has started',
    what: {
      own: 'What is erased',
      everywhere: 'What is erased, in all accounts',
      contacts: 'Contacts with this number are deleted.',
      messages: 'Messages lose the number and the text. Their counts and cost stay.',
      files: 'Uploaded files that contain the number, and all finished data exports, are deleted.',
      blacklist:
        'Blacklist entries stay as a code that cannot be read, so that nothing is sent to the number.',
      records: 'The number disappears from the audit log, webhook requests and lists of recipients.',
    },
    kept: 'Not erased: invoices, payments and the wallet’s ledger, which the law requires; the texts of campaigns and templates; the phone number of a user’s own profile, verification and free trial; backups until they expire; and what operators and webhooks have already received.',
    confirmTitle: 'Erase %{phone}?',
    confirmText: 'This cannot be undone. Check the number once more.',
    queued: 'Erasing starts in a moment. You can leave this page.',
    running: '%{done} of %{all} steps done. You can leave this page.',
    waiting:
      'Everything is erased except what is still in progress (%{count}), such as messages without a delivery result. It is erased automatically when that has ended. |||| Everything is erased except what is still in progress (%{count}), such as messages without a delivery result. It is erased automatically when that has ended.',
    completed: 'The number is erased.',
    failed: 'Erasing failed. Erase the number again.',
    empty: 'No erased numbers yet',
    emptyText: 'When somebody asks to be forgotten, erase their mobile number from everything at once.',
  },
};
