/** Texts of the provider's settings, of all tabs. */
export const texts = {
  resources: {
    'admin/settings': {
      fields: {
        approval_above: 'Require approval above (recipients a day)',
        consecutive_numbers: 'Flag lists with consecutive numbers (at least)',
        staff_two_factor: 'Require two-factor sign-in for staff',
        staff_idle_minutes: 'Sign out inactive staff after (minutes)',
        customer_idle_minutes: 'Sign out inactive customers after (minutes)',
        step_up_minutes: 'Confirm identity again after (minutes)',
        second_person_above: 'Require a second person above',
        calendar_years: 'Bikram Sambat calendar',
      },
      help: {
        approval_above:
          'A campaign needs approval when it brings its account above this many recipients for the day, retries and test messages included. Approved campaigns do not count. 0: every campaign needs approval. Empty: none does.',
        consecutive_numbers:
          'A run such as 9841234567, 9841234568, 9841234569 … of this length is probably not a list of real customers. The campaign is flagged under Campaign Oversight but not stopped. Empty: no list is flagged.',
        staff_two_factor:
          'Staff without two-factor sign-in, you included, must set it up before they can do anything else.',
        staff_idle_minutes:
          '5 to 1200. A visible page that shows progress counts as activity. Empty: after 20 hours.',
        customer_idle_minutes: '5 to 1200. Empty: after 20 hours.',
        step_up_minutes:
          'Users must enter their password or a code again to change money, prices, users or settings, or to sign in as a customer, when they signed in longer ago than this. 1 to 1200. Empty: never.',
        second_person_above:
          'Two people must confirm a payment or a wallet adjustment above this amount. Amounts that one person confirms for an account within 24 hours are added up. Empty: one person is enough.',
      },
    },
  },
  settings: {
    title: 'Provider settings',
    lead: 'Settings apply to the whole server as soon as you save them. Each change is recorded in the audit log.',
    saved: 'Settings saved',
    tabs: {
      sending: 'Sending',
      security: 'Security',
      calendar: 'Calendar',
    },
    fixed: 'Set by the server’s configuration. It cannot be changed here.',
    calendar: {
      help: 'Dates are known up to %{last}. From %{provisional} on they are provisional, because those calendars are not published yet. When a year is published, add it and enter the days of each month. Dates in the console and on new invoices change immediately. Issued invoices keep their dates.',
      add: 'Add %{year}',
      remove: 'Remove %{year}',
      days: '%{month} %{year}, days',
      sum: '%{sum} days. %{next} begins on %{date}.',
      check: 'These are the provisional days. Compare each month with the published calendar.',
    },
  },
};
