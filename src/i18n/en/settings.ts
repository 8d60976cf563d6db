/** Texts of the provider's settings, of all tabs. */
export const texts = {
  resources: {
    'admin/settings': {
      fields: {
        approval_above: 'Require approval above this many recipients a day',
        consecutive_numbers: 'Flag lists with consecutive numbers, from this many',
        quiet_hours: 'Quiet hours',
        validity_hours: 'Operators try for this many hours',
        urgent_max: 'Maximum recipients of an urgent campaign',
        urgent_daily: 'Maximum urgent messages of an account in a day',
        trial_enabled: 'Offer free messages to new customers',
        trial_sender: 'Sender ID of free messages',
        trial_messages: 'Free messages per account',
        message_months: 'Keep messages for this many months',
        staff_two_factor: 'Require two-factor sign-in for staff',
        two_factor_roles: 'Require two-factor sign-in for',
        staff_idle_minutes: 'Sign out inactive staff after this many minutes',
        customer_idle_minutes: 'Sign out inactive customers after this many minutes',
        step_up_minutes: 'Confirm identity again after this many minutes',
        second_person_above: 'Require a second person above',
        calendar_years: 'Bikram Sambat calendar',
        brand_name: 'Name of your service',
        brand_short_name: 'Short name',
        brand_color: 'Colour',
        logo_light: 'Logo on a light background',
        logo_dark: 'Logo on a dark background',
        favicon: 'Icon',
        support_email: 'Support e-mail',
        support_phone: 'Support phone',
        support_hours_en: 'Support hours, in English',
        support_hours_ne: 'Support hours, in Nepali',
        terms_url: 'Terms of service',
        privacy_url: 'Privacy policy',
        sign_in_text_en: 'Text of the sign-in page, in English',
        sign_in_text_ne: 'Text of the sign-in page, in Nepali',
      },
      help: {
        approval_above:
          'A campaign needs approval when it brings its account above this many recipients for the day, retries and test messages included. Approved campaigns do not count. 0: every campaign needs approval. Empty: none does.',
        consecutive_numbers:
          'A run such as 9841234567, 9841234568, 9841234569 … of this length is probably not a list of real customers. The campaign is flagged under Campaign Oversight but not stopped. Empty: no list is flagged.',
        quiet_hours:
          'Nepal time, in 24 hours. Only urgent messages are sent then; the others wait. Empty: there are none.',
        validity_hours:
          '1 to 168. Operators stop trying after that, and the result of a message is final. It also applies to messages that are already sent. Empty: 24.',
        urgent_max:
          'Urgent campaigns are for codes and alerts: they are sent before all others, in quiet hours too. 0: there are none. Empty: 100.',
        urgent_daily: 'All urgent campaigns that an account sends on one day together. Empty: no limit.',
        trial_enabled:
          'Customers whose account is not approved yet can send messages to one confirmed number of their own. Nothing is charged.',
        trial_sender:
          'Your operators must have approved it. Without it, free messages go only to the simulator of a demonstration.',
        trial_messages: '1 to 100. The codes that confirm the number are not counted. Empty: 10.',
        message_months:
          '1 to 1200, counted from the end of the month in which a message was created. Campaigns, their counts and the money stay. Removed messages cannot be restored. An account can have its own period. Empty: messages are kept forever.',
        two_factor_roles:
          'These users, you included, must set it up before they can do anything else. API keys of customers keep working.',
        staff_idle_minutes:
          '5 to 1200. A visible page that shows progress counts as activity. Empty: after 20 hours.',
        customer_idle_minutes: '5 to 1200. Empty: after 20 hours.',
        step_up_minutes:
          'Users must enter their password or a code again to change money, prices, users or settings, or to sign in as a customer, when they signed in longer ago than this. 1 to 1200. Empty: never.',
        second_person_above:
          'Two people must confirm a payment or a wallet adjustment above this amount. Amounts that one person confirms for an account within 24 hours are added up. Empty: one person is enough.',
        brand_name:
          'Shown everywhere: on the sign-in page, in titles, e-mails, authenticator apps and the API’s reference.',
        brand_short_name: 'Up to 12 characters: below the icon on a phone, and in names of downloaded files.',
        brand_color:
          'Buttons, links and selections. White text must be readable on it. Both themes are derived from it. Empty: blue.',
        logo_light: 'PNG or SVG, up to 150 kB. Shown 28 pixels high beside the name.',
        logo_dark: 'For the dark theme. If you set only one logo, both themes use it.',
        favicon:
          'PNG or SVG, square: 48 to 1024 pixels. For the browser’s tab and the home screen of phones.',
        support_email:
          'Shown at the foot of the sign-in page and below every e-mail, like the phone and the hours.',
        terms_url: 'Address of a web page, linked on the sign-in page.',
        privacy_url: 'Address of a web page, linked on the sign-in page.',
        sign_in_text_en: 'Replaces the line below “Sign in”. Up to 300 characters.',
      },
      choices: {
        two_factor_roles: {
          admin: 'Administrators',
          support: 'Support staff',
          owner: 'Customers who manage their account’s team',
          customer: 'All customers',
        },
      },
    },
  },
  settings: {
    title: 'Provider settings',
    lead: 'Settings apply to the whole server as soon as you save them. Each change is recorded in the audit log.',
    saved: 'Settings saved',
    tabs: {
      sending: 'Sending',
      brand: 'Brand',
      security: 'Security',
      calendar: 'Calendar',
      billing: 'Billing',
      health: 'Health',
      mail: 'E-mail',
    },
    duty: {
      title: 'Require two-factor sign-in for yourself?',
      text: 'You have no second factor yet. Once you save this, you can open only your profile until you set one up there.',
      confirm: 'Require it',
    },
    fixed: 'Set by the server’s configuration. It cannot be changed here.',
    sending: {
      review: 'Review of campaigns',
      delivery: 'Time of sending',
      urgent: 'Urgent campaigns',
      quietFrom: 'From',
      quietUntil: 'Until',
      trial: 'Free trial',
      retention: 'Retention',
    },
    brand: {
      name: 'Name',
      look: 'Logo and colour',
      signIn: 'Sign-in page',
      support: 'Support',
      legal: 'Terms',
      saved: 'Settings saved. Others see the new look when they next open a page.',
      none: 'None',
      current: '%{name}, in use',
      choose: 'Choose a file',
      replace: 'Replace',
      remove: 'Remove',
      notImage: 'This file is neither PNG nor SVG.',
      tooLarge: 'This file is larger than %{max} kB. Make it smaller.',
      unreadable: 'This file cannot be read. Choose it again.',
      sampleLink: 'A link',
    },
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
