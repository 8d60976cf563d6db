/** Texts of data exports: everything that an account has, in one file. */
export const texts = {
  resources: {
    'settings/exports': {
      fields: {
        file_name: 'File',
        status: 'Status',
        rows: 'Rows',
        size: 'Size',
        error: 'Error',
        finished_at: 'Finished',
        expires_at: 'Kept until',
        created_at: 'Started',
      },
      choices: {
        status: {
          queued: 'Waiting',
          running: 'In preparation',
          completed: 'Ready',
          failed: 'Failed',
          expired: 'Expired',
        },
      },
    },
  },
  exports: {
    start: 'Export everything',
    startTitle: 'Export everything that this account has?',
    startText:
      'We put contacts, campaigns, all messages with their texts, payments, invoices, people and settings into one ZIP file with a CSV file for each. It can take some minutes. The file stays here for %{days} days or until a newer one is ready, for everybody who may see this page.',
    started: 'The export has started',
    startFailed: 'The export was not started. %{reason}',
    startUncertain:
      'We could not confirm that the export was started: %{reason} This page lists it if it was.',
    download: 'Download',
    downloadFailed: 'The file could not be downloaded. %{reason}',
    running:
      '%{count} rows written so far. You can leave this page. |||| %{count} rows written so far. You can leave this page.',
    waiting: 'The export starts in a moment. You can leave this page.',
    ready: 'The file is ready. It is kept until %{until}, or until a newer export is ready.',
    failed: 'The export failed. Start a new one.',
    expired:
      'The file has been deleted: its time was over, or a newer export is ready. Start a new export to get today’s data.',
    empty: 'No exports yet',
    emptyText:
      'Get everything that this account has as one file: for your own records, or to move to another provider.',
  },
};
