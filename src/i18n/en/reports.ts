/** Texts of reports. */
export const texts = {
  reports: {
    title: 'Reports',
    by: 'Report by',
    account: 'Account',
    kinds: {
      day: 'Day',
      account: 'Account',
      operator: 'Operator',
      link: 'Operator link',
      hour: 'Hour',
      sender: 'Sender ID',
      reason: 'Failure reason',
    },
    heading: '%{what}, %{from} to %{until}',
    rate: 'Delivery rate',
    noLink: 'Not known',
    failures: '%{count} message failed. |||| %{count} messages failed.',
    chartShows: 'The chart shows the first %{count} of %{total}.',
    tableShows: 'The first %{count} of %{total} are shown. The CSV file has all.',
    counting:
      'Messages from before the last update are still being counted. Until then, these figures may be too low.',
    margins: {
      title: 'Margin',
      month: 'Month',
      kinds: {
        month: 'Margin by month',
        account: 'Margin by account',
        operator: 'Margin by operator',
        link: 'Margin by operator link',
      },
      columns: {
        parts: 'Accepted parts',
        charged: 'Charged',
        net: 'Without VAT',
        cost: 'Operator cost',
        margin: 'Margin',
        rate: 'Margin in %',
        unknown: 'Parts of unknown cost',
      },
      chart: { covered: 'Cost covered by charges', margin: 'Margin', loss: 'Loss' },
      summary: 'Charged without VAT: %{net}. Cost: %{cost}. Margin: %{margin}.',
      unknownNote:
        'The cost of %{count} part is not known, so the margin is too high. Set cost prices on the pages of the operator links. They apply to later messages. |||| The cost of %{count} parts is not known, so the margin is too high. Set cost prices on the pages of the operator links. They apply to later messages.',
      note: 'Charges and releases count on the day they happen. Costs count when the operator accepts a message, and stay if it is not delivered.',
    },
    emptyText: 'Choose other days or remove a filter.',
    noFailures: 'No message failed on these days',
    noFailuresText: 'When messages fail, their reasons are listed here.',
    note: 'Delivery results count on the day and hour of sending, in Nepal time. Deleted messages stay in these figures.',
  },
};
