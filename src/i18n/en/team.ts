/** Texts of the team page: the people of a customer's account. */
export const texts = {
  resources: {
    team: {
      fields: {
        name: 'Name',
        email: 'E-mail',
        role: 'Role',
        daily_cap: 'Messages a day',
        is_active: 'Access',
        last_login_at: 'Last sign-in',
        created_at: 'Invited on',
      },
      help: {
        email: 'We send the invitation to this address. Your colleague signs in with it.',
        daily_cap: 'The most messages that this person can send in a day. Empty: no limit of their own.',
        is_active:
          'Without access, your colleague is signed out immediately and their API keys stop working permanently.',
      },
      choices: {
        role: {
          owner: 'Owner',
          sender: 'Sender',
          viewer: 'Viewer',
          developer: 'Developer',
          custom: 'Chosen by your provider',
        },
        is_active: { active: 'Active', inactive: 'No access', invited: 'Invited' },
      },
    },
  },
  team: {
    empty: 'No colleagues yet',
    emptyText:
      'Invite the people who work with you. Each signs in with their own password and sees only what their role allows.',
    invite: 'Invite a colleague',
    roleHelp: {
      owner: 'Everything: sends, pays, verifies the account and manages the team.',
      sender: 'Sends campaigns, and edits contacts, templates and the blacklist. Does not see the balance.',
      viewer: 'Sees campaigns, messages, contacts, the balance and payments. Changes nothing.',
      developer: 'Makes API keys and webhooks, and sends with them. Sees neither contacts nor the balance.',
      custom: 'Your provider has chosen the permissions of this colleague. Choose a role to replace them.',
    },
    takeBack: 'Withdraw the invitation',
    takeBackTitle: 'Withdraw the invitation of %{name}?',
    takeBackText: 'The link sent to %{email} stops working. You can invite this address again.',
    takenBack: 'The invitation of %{name} was withdrawn',
  },
};
