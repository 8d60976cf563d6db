export const texts = {
  resources: {
    contact: {
      fields: {
        name: 'Name',
        phone: 'Phone',
        operator: 'Operator',
        groups: 'Groups',
        attributes: 'Other values',
        is_active: 'Active',
      },
      help: {
        phone: 'Ten digits, such as 9841234567. Spaces, dashes, +977 and Nepali digits are fine.',
        groups: 'A contact can be in several groups.',
        attributes: 'Your own columns. Messages can use them as placeholders, such as {{city}}.',
        is_active: 'Inactive contacts are skipped when you send to a group.',
      },
    },
    'contact/groups': {
      fields: { name: 'Name', count: 'Contacts' },
    },
    'contact/imports': {
      fields: {
        file: 'File',
        file_name: 'File',
        mapping: 'Columns',
        groups: 'Added to groups',
        status: 'Status',
        bytes: 'Size',
        bytes_read: 'Read',
        rows: 'Rows',
        created: 'New',
        updated: 'Updated',
        duplicates: 'Duplicates',
        refused: 'Skipped',
        hidden_rows: 'Hidden in the spreadsheet',
        error: 'Error',
        finished_at: 'Finished',
      },
    },
  },
  contacts: {
    tabs: { label: 'Contacts' },
    empty: 'No contacts yet',
    emptyText: 'Contacts are the people you send to. Import a file, or add contacts one by one.',
    emptyTextAlone: 'Contacts are the people you send to. Add them one by one.',
    groups: {
      empty: 'No groups yet',
      emptyText: 'Groups let you send to many contacts at once. A contact can be in several groups.',
      open: 'Show contacts',
      export: 'Export contacts',
    },
  },
};
