/** Texts of two-factor sign-in; those of the sign-in page itself are in auth.ts. */
export const texts = {
  twoFactor: {
    title: 'Two-factor sign-in',
    on: 'On',
    off: 'Off',
    why: 'Protect your account with a second step: a passkey, or a code from an app on your phone. Someone who knows only your password cannot sign in. Set up either, or both.',
    required:
      'Your provider requires a second step: a passkey, or a code from an app on your phone, after your password.',
    must: 'Set up two-factor sign-in to continue',
    mustText:
      'Your provider requires it. You cannot open other pages until you set it up below, under Security. You need a passkey, or an authenticator app on your phone, such as Aegis, Google Authenticator or Microsoft Authenticator.',
    left: 'You need a code from your app to sign in. You have %{count} recovery code left. |||| You need a code from your app to sign in. You have %{count} recovery codes left.',
    leftPasskey:
      'You sign in with a passkey. You have %{count} recovery code left. |||| You sign in with a passkey. You have %{count} recovery codes left.',
    few: 'Create new recovery codes. Without your phone and codes, only your provider can restore your access.',
    setUp: 'Set up an authenticator app',
    setUpTitle: 'Set up an authenticator app',
    appIsOn: 'The authenticator app is set up',
    setUpText:
      'You need an authenticator app on your phone, such as Aegis, Google Authenticator or Microsoft Authenticator. Confirm your identity first, so that nobody else can do this in a session you left open.',
    continue: 'Continue',
    scan: 'Scan this code with the app:',
    qr: 'QR code for the authenticator app',
    byHand: 'If you cannot scan it, type the key below into the app.',
    openApp: 'Open the app on this device',
    secret: 'Key',
    thenCode: 'Then enter the 6-digit code from the app.',
    confirm: 'Turn on',
    isOn: 'Two-factor sign-in is on',
    codes: 'Recovery codes',
    codesText:
      'If you lose your phone or passkey, each of these codes lets you sign in once. Print them or save them in a password manager, not on the phone.',
    kept: 'I have saved them',
    renew: 'New recovery codes',
    renewTitle: 'Create new recovery codes?',
    renewText: 'Your current codes will stop working.',
    turnOff: 'Turn off',
    offTitle: 'Turn off two-factor sign-in?',
    offText: 'You will need only your password to sign in.',
    isOff: 'Two-factor sign-in is off',
    passkey: {
      title: 'Passkeys',
      text: 'Use a passkey on this device, your phone or a security key instead of a code.',
      textFirst:
        'Use a passkey on this device, your phone or a security key as the second step. You do not need an app.',
      add: 'Add a passkey',
      addTitle: 'Add a passkey',
      addText:
        'Give it a name you will recognise, such as the device. Your browser then asks for your fingerprint, face or PIN.',
      isAdded: 'The passkey %{name} is added',
      added: 'Added',
      used: 'Last used',
      copied: 'on several devices',
      remove: 'Remove',
      removeOf: 'Remove the passkey %{name}',
      removeTitle: 'Remove %{name}?',
      removeText:
        'You can no longer use it here. Remove it from the device as well. Your other ways to sign in still work.',
      isRemoved: 'The passkey %{name} is removed',
      unknown: 'This browser does not support passkeys at this address. Use https or a newer browser.',
    },
    userHas: 'This user signs in with a second factor.',
    userHasNot: 'Two-factor sign-in is not set up.',
    remove: 'Remove second factor',
    removeTitle: 'Remove the second factor of %{name}?',
    removeText:
      'Do this only if you are sure that the user asked for it. They will need only their password to sign in. %{email} is notified, and the action is recorded in the audit log.',
    removed: 'The second factor of %{name} is removed.',
  },
};
