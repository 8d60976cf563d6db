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
    emptyText: 'Choose other days or remove a filter.',
    noFailures: 'No message failed on these days',
    noFailuresText: 'When messages fail, their reasons are listed here.',
    note: 'Delivery results count on the day and hour of sending, in Nepal time. Deleted messages stay in these figures.',
  },
};
