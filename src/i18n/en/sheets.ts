/** Texts of choosing, reading and checking a CSV or Excel file. */
export const texts = {
  sheets: {
    choose: 'Choose a file',
    drop: 'Drop a CSV or Excel file here, or',
    dropNow: 'Drop to read the file',
    hint: 'CSV or XLSX, up to 100 MB. The file is first read on your computer. Nothing is uploaded until you confirm.',
    another: 'Choose another file',
    reading: 'Reading %{name}',
    readingRows: '%{rows} rows read, %{percent} of the file',
    stop: 'Stop',
    stopped: 'Reading was stopped. Nothing was uploaded.',
    columns: 'Choose the columns',
    sheet: 'Sheet',
    headerRow: 'Row with the column names',
    noHeaderRow: 'No column names',
    rowCells: 'Row %{row}: %{cells}',
    hidden:
      '%{count} row is hidden in the spreadsheet, for example by a filter. |||| %{count} rows are hidden in the spreadsheet, for example by a filter.',
    includeHidden: 'Include hidden rows',
    hiddenIncluded: 'They will get messages too.',
    hiddenSkipped: 'They are left out.',
    phoneColumn: 'Phone number',
    nameColumn: 'Name',
    noName: 'No name column (contacts without names)',
    reasonColumn: 'Reason',
    noReason: 'No reason column',
    preview: 'First rows of %{name}',
    row: 'Row',
    good: 'Valid numbers',
    bad: 'Invalid',
    duplicate: 'Repeated in the file',
    total: 'Total rows',
    closed:
      '%{count} number belongs to an operator that has closed its network. Messages to it will probably not be delivered. |||| %{count} numbers belong to operators that have closed their networks. Messages to them will probably not be delivered.',
    unknownOperator:
      'Numbers of unknown operators: %{count}. The check before sending shows whether they are skipped.',
    problemRows: 'Skipped rows',
    problemsShown: 'The first %{shown} of %{total}.',
    downloadBad: 'Download these rows (CSV)',
    reason: 'Reason',
    value: 'Value in the file',
    warnings: {
      'no-header': 'The first row contains a phone number, so it was read as data. Columns are numbered.',
      converted: 'The file is in %{encoding}. It will be uploaded as UTF-8. All letters are kept.',
      'windows-1252':
        'The file is not in UTF-8, so it was read as Windows-1252. Check that the names below are correct. If not, save the file as “CSV UTF-8” and choose it again.',
      'legacy-font':
        'Some text seems to be in an old Nepali font such as Preeti. Convert it to Unicode first, or the names will be unreadable in messages.',
      'repeated-column': 'Two columns have the same name. A number was added to the second one.',
      'faulty-cells':
        'Cells with an error such as #N/A, or with a formula without a saved result: %{count}. They are treated as empty.',
    },
    failures: {
      'workbook-too-large':
        'This Excel file is too large. Excel files can be up to 30 MB, and 100 MB when unpacked. Save the file as “CSV UTF-8”, which can be up to 100 MB, and choose that. Nothing was uploaded.',
      'too-many-columns':
        'This file has more than 100 columns. Remove the columns you do not need and choose it again. Nothing was uploaded.',
      'too-large':
        'This file is larger than 100 MB. Split it into smaller files and import them one after another. Nothing was uploaded.',
      'not-a-sheet':
        'This is not a CSV or XLSX file. Save it as “CSV UTF-8” or “Excel workbook (.xlsx)” and choose it again. Nothing was uploaded.',
      'not-a-workbook':
        'This is not an Excel workbook (.xlsx) or a CSV file. Save it as “Excel workbook (.xlsx)” or “CSV UTF-8” and choose that. Nothing was uploaded.',
      'old-excel':
        'This is an old Excel file (.xls) or is protected by a password. Save it as “Excel workbook (.xlsx)” without a password, or as “CSV UTF-8”, and choose that. Nothing was uploaded.',
      opendocument:
        'This is an OpenDocument file (.ods). Save it as “Excel workbook (.xlsx)” or “CSV UTF-8” and choose that. Nothing was uploaded.',
      markup:
        'This is an HTML, XML or RTF document, despite its name. Open it in a spreadsheet program, save it as “Excel workbook (.xlsx)” or “CSV UTF-8”, and choose that. Nothing was uploaded.',
      'other-format':
        'This is a file of another format, such as .xlsb, .slk, .vcf or .json. Save or export it as “Excel workbook (.xlsx)” or “CSV UTF-8” and choose that. Nothing was uploaded.',
      'not-utf8':
        'This file is damaged: only part of it is UTF-8 text. Save it as “CSV UTF-8” again and choose that. Nothing was uploaded.',
      'row-too-long':
        'Row %{row} has more than 200,000 characters. Shorten its cells and choose the file again. Nothing was uploaded.',
      empty: 'This file is empty. Nothing was uploaded.',
      'no-rows': 'This file has column names but no rows below them. Nothing was uploaded.',
      'unclosed-quote':
        'A quotation mark in row %{row} is not closed, so the rest of the file cannot be read. Correct that row and choose the file again. Nothing was uploaded.',
      'bad-character':
        'Row %{row} has a cell with a character that cannot be stored (NUL, or half of an emoji). Remove it and choose the file again. Nothing was uploaded.',
      'not-loaded':
        'The Excel reader could not be loaded. Check your connection, reload the page and choose the file again.',
      'no-sheet': 'The workbook does not contain this sheet. Choose another one.',
      'no-header-row':
        'Row %{row} is empty, so it cannot be the row with the column names. Choose another row.',
      unreadable:
        'This file could not be read. It may be damaged, protected by a password, or open in another program. Nothing was uploaded.',
    },
    problems: {
      empty: 'No number in this row',
      'not-a-number': 'Not a phone number',
      rounded: 'Rounded by the spreadsheet: format the column as text',
      'too-short': 'Too few digits',
      'too-long': 'Too many digits',
      landline: 'A landline, which cannot receive SMS',
      foreign: 'A number from another country',
      'too-many-cells': 'More cells than columns. Check for a comma inside a cell without quotes',
      duplicate: 'Same number as an earlier row',
      'name-too-long': 'The name is longer than 120 characters',
      'value-too-long': '“%{column}” is longer than 500 characters',
      'too-many-values': 'More than 50 filled columns besides name and number',
      'reason-too-long': 'The reason is longer than 200 characters',
    },
  },
};
