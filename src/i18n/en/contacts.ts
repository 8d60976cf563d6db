export const contacts = {
  resources: {
    contact: {
      name: 'Contact |||| Contacts',
      fields: {
        name: 'Name',
        phone: 'Phone',
        operator: 'Operator',
        groups: 'Groups',
        attributes: 'Further values',
        is_active: 'Active',
      },
      help: {
        phone: 'Ten digits, such as 9841000001. Spaces, dashes, +977 and Nepali digits are fine.',
        groups: 'A contact may be in several groups.',
        attributes: 'Columns of your own, which messages can use as placeholders, such as {{city}}.',
        is_active: 'Inactive contacts get no message when you send to a group.',
      },
    },
    'contact/groups': {
      name: 'Group |||| Groups',
      fields: { name: 'Name', count: 'Contacts' },
    },
    'contact/imports': {
      name: 'Import |||| Imports',
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
        refused: 'Refused',
        error: 'What went wrong',
        finished_at: 'Finished',
      },
    },
  },
  contacts: {
    tabs: { label: 'Contacts' },
    empty: 'No contacts yet',
    emptyText:
      'Contacts are the people you send to. Import a sheet that you already have, or add them one by one.',
    groups: {
      empty: 'No groups yet',
      emptyText: 'Groups let you send to many contacts at once. A contact may be in several.',
      open: 'Show its contacts',
      export: 'Export its contacts',
    },
  },
  sheets: {
    choose: 'Choose a file',
    drop: 'Drop a CSV or Excel file here, or',
    dropNow: 'Drop it to read it',
    hint: 'CSV or XLSX, up to 100 MB. The file is read on your own computer first; nothing is uploaded until you say so.',
    another: 'Choose another file',
    reading: 'Reading %{name}',
    readingRows: '%{rows} rows read, %{percent} of the file',
    stop: 'Stop',
    stopped: 'Reading was stopped. Nothing was uploaded.',
    columns: 'Which column is what?',
    sheet: 'Sheet',
    headerRow: 'Row with the column names',
    noHeaderRow: 'There are no column names',
    rowCells: 'Row %{row}: %{cells}',
    hidden:
      '%{count} row is hidden in the spreadsheet, by a filter for example. |||| %{count} rows are hidden in the spreadsheet, by a filter for example.',
    includeHidden: 'Include hidden rows',
    hiddenIncluded: 'They get messages, too.',
    hiddenSkipped: 'They are left out.',
    phoneColumn: 'Phone number',
    nameColumn: 'Name',
    noName: 'No name column (contacts have no name)',
    reasonColumn: 'Reason',
    noReason: 'No reason column',
    preview: 'First rows of %{name}',
    row: 'Row',
    good: 'Usable numbers',
    bad: 'Cannot be used',
    duplicate: 'Repeated in the sheet',
    total: 'Rows in all',
    closed:
      '%{count} number belongs to an operator that has closed; messages to it will hardly arrive. |||| %{count} numbers belong to operators that have closed; messages to them will hardly arrive.',
    unknownOperator:
      'Numbers of no known operator: %{count}. The check before sending says whether they get messages.',
    problemRows: 'Rows that will be left out',
    problemsShown: 'The first %{shown} of %{total}.',
    downloadBad: 'Download these rows (CSV)',
    reason: 'Reason',
    value: 'Value in the sheet',
    warnings: {
      'no-header':
        'The first row has a phone number in it, so it was read as data, and the columns are named by their place.',
      converted: 'The file is in %{encoding}. It will be uploaded as UTF-8, which keeps every letter.',
      'windows-1252':
        'The file is not in UTF-8, so it was read as Windows-1252. Check that names look right below; if they do not, save it as “CSV UTF-8” and choose it again.',
      'legacy-font':
        'Some text looks as if it was typed in an old Nepali font such as Preeti. Convert it to Unicode first, or the names will be unreadable in messages.',
      'repeated-column': 'Two columns have the same name; the second has a number after it.',
      'faulty-cells':
        'Cells with an error such as #N/A, or with a formula whose result was not saved: %{count}. They count as empty.',
    },
    failures: {
      'workbook-too-large':
        'Excel files can be read up to 30 MB. Save the sheet as “CSV UTF-8”, which may have 100 MB, and choose that. Nothing was uploaded.',
      'too-many-columns':
        'This sheet has more than 100 columns. Remove those that are not needed and choose it again. Nothing was uploaded.',
      'too-large':
        'This file is larger than 100 MB. Split it into smaller files and import them one after another. Nothing was uploaded.',
      'not-a-sheet':
        'This is neither a CSV nor an XLSX file. Save the sheet as “CSV UTF-8” or “Excel workbook (.xlsx)” and choose it again. Nothing was uploaded.',
      'old-excel':
        'This is an old Excel file (.xls), or one that a password locks. Save it as “Excel workbook (.xlsx)” without a password, or as “CSV UTF-8”, and choose that. Nothing was uploaded.',
      opendocument:
        'This is an OpenDocument file (.ods). Save it as “Excel workbook (.xlsx)” or “CSV UTF-8” and choose that. Nothing was uploaded.',
      markup:
        'This is an HTML, XML or RTF document, whatever its name says. Open it in a spreadsheet program, save it as “Excel workbook (.xlsx)” or “CSV UTF-8”, and choose that. Nothing was uploaded.',
      'not-utf8':
        'This file is damaged: only a part of it is UTF-8 text. Save the sheet as “CSV UTF-8” again and choose that. Nothing was uploaded.',
      'row-too-long':
        'Row %{row} has more than 200,000 characters. Shorten its cells and choose the file again. Nothing was uploaded.',
      empty: 'This file is empty. Nothing was uploaded.',
      'no-rows': 'This sheet has column names but no rows below them. Nothing was uploaded.',
      'unclosed-quote':
        'A quotation mark that opens in row %{row} is never closed, so the rest of the file cannot be told apart. Correct that row and choose the file again. Nothing was uploaded.',
      'bad-character':
        'Row %{row} has a cell with a character that cannot be stored (NUL, or half of an emoji). Remove it and choose the file again. Nothing was uploaded.',
      'not-loaded':
        'What reads Excel files could not be fetched. Check your connection, load the page again and choose the file again.',
      'no-sheet': 'The file has no such sheet. Choose another.',
      'no-header-row': 'Row %{row} is empty, so it cannot name the columns. Choose another.',
      unreadable:
        'This file could not be read. It may be damaged, protected by a password, or open in another program. Nothing was uploaded.',
    },
    problems: {
      empty: 'No number in this row',
      'not-a-number': 'Not a phone number',
      rounded: 'Rounded by the spreadsheet: format the column as text',
      'too-short': 'Too few digits',
      'too-long': 'Too many digits',
      landline: 'A landline, which gets no SMS',
      foreign: 'A number of another country',
      'too-many-cells': 'More cells than there are columns: is a comma within a cell, without quotes?',
      duplicate: 'The same number is in an earlier row',
      'name-too-long': 'The name is longer than 120 characters',
      'value-too-long': '“%{column}” is longer than 500 characters',
      'too-many-values': 'More than 50 filled columns beside name and number',
      'reason-too-long': 'The reason is longer than 200 characters',
    },
  },
};
