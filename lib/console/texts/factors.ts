export const factorTexts = {
  title: 'Second factor',
  intro: 'With a second factor, your password alone does not let anybody sign in.',
  none: 'You have no second factor.',
  add: 'Set up an authenticator app',
  addPasskey: 'Add a passkey',
  kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
  synchronizedPasskey: 'Passkey, synchronized between your devices',
  renew: 'New recovery codes',
  columns: { name: 'Name', created: 'Set up', used: 'Last used', actions: 'Actions' },
  left: (count: number) => (count === 1 ? '1 recovery code left' : `${count} recovery codes left`),
  few: 'Create new ones, so that you can sign in without your factors.',
  renameOf: (name: string) => `Rename ${name}`,
  rename: {
    open: 'Rename',
    title: (name: string) => `Rename “${name}”`,
    done: 'The second factor was renamed',
  },
  removeOf: (name: string) => `Remove ${name}`,
  remove: {
    title: (name: string) => `Remove “${name}”?`,
    text: 'Without any second factor, your password alone is enough to sign in, and your recovery codes are void.',
    confirm: 'Remove',
    done: 'The second factor was removed',
  },
  passkey: {
    title: 'Add a passkey',
    intro:
      'Your browser asks for the PIN, the fingerprint or the face that opens this device, a phone or a security key.',
    name: 'Name',
    nameHint: 'By which you recognize the device.',
    defaultName: 'Passkey',
    create: 'Continue',
  },
  app: {
    title: 'Set up an authenticator app',
    intro: 'You need an app that shows one-time codes, on your phone or in your password manager.',
    name: 'Name',
    defaultName: 'Phone',
    next: 'Show the QR code',
    scan: 'Scan this code with the app. Then enter the code that the app shows.',
    qrCode: 'QR code for the authenticator app',
    byHand: 'I cannot scan the code',
    secret: 'the secret',
    code: 'Code',
    codeHint: 'Six digits that change every 30 seconds.',
    confirm: 'Confirm',
  },
  codes: {
    title: 'Your recovery codes',
    intro:
      'Each code lets you sign in once without your second factor. Keep them where you find them without your phone: they are not shown again.',
    what: 'the recovery codes',
    download: 'Download',
    fileName: 'recovery-codes.txt',
    done: 'I have saved them',
  },
} as const;

export const enrolTexts = {
  title: 'Set up a second factor',
  intro: 'Your tenant requires one besides your password: a passkey, or an app that shows one-time codes.',
  signOut: 'Sign in with another account',
} as const;

export const policyTexts = {
  title: 'Sign-in rules',
  intro: 'What users need to sign in with a password. An identity provider has rules of its own.',
  factor: 'Second factor',
  factorHelp:
    'Users who need a second factor and have none must set one up at their next sign-in, before anything else.',
  everyone: 'Every user needs a second factor',
  rolesHint: 'Users with one of these roles need a second factor, even if others do not.',
  sessions: 'Sessions',
  hours: 'Hours until users must sign in again',
  hoursHint: 'From 1 to 720. Without a number, a session lasts 30 days at most.',
  idle: 'Minutes without a request until a session ends',
  idleHint: 'From 10 to 10080. Without a number, sessions do not end because they are not used.',
  saved: 'The sign-in rules were saved',
  mayNot: 'You may see the sign-in rules, but not change them.',
} as const;
