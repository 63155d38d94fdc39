export const sessionTexts = {
  title: 'Sign in',
  intro: 'See what runs and what has failed, and fix it.',
  byPassword: 'Sign in with e-mail and password',
  byKey: 'Sign in with an API key',
  signIn: 'Sign in',
  wrong: {
    password: {
      title: 'The e-mail address or the password is wrong',
      message:
        'Check both. If your address belongs to more than four tenants, name one of them under “My address belongs to several tenants”.',
    },
    key: {
      title: 'This API key is not valid',
      message: 'It may be incomplete, expired or deleted.',
    },
  },
  choose: {
    title: 'Your address belongs to several tenants',
    message: 'Choose the one you want to sign in to.',
    none: 'Choose a tenant',
  },
  forgot: {
    open: 'Forgot your password?',
    title: 'Request a new password',
    intro: 'You get a mail with a link to choose a new password.',
    send: 'Send the link',
    sent: 'Check your mails',
    sentHelp:
      'If the address has an account, the link is on its way. It works once, within 30 minutes. Without a mail, ask an administrator.',
  },
  otherAccount: 'Sign in with another account',
  severalTenants: 'My address belongs to several tenants',
  labels: {
    email: 'E-mail address',
    password: 'Password',
    tenant: 'Tenant',
    tenantId: 'Tenant id',
    remember: 'Keep me signed in for 30 days',
    key: 'API key',
  },
  hints: {
    tenantId: 'Which of them you want to sign in to.',
    key: 'The session has the rights of the key, and ends with it at the latest. The key itself is not kept.',
  },
  expired: {
    title: 'Your session has expired',
    message: 'Sign in again to continue. This page stays as it is, with everything that you have entered.',
  },
  otherScope: {
    title: {
      tenant: 'This link leads to another tenant',
      organization: 'This link leads to another organization',
    },
    message: (name: string) =>
      `You are signed in as ${name}, who has no access to it. It may also be closed or deleted.`,
    open: (name: string | undefined) => (name === undefined ? 'Open the console' : `Switch to ${name}`),
  },
  loading: 'Opening the console',
} as const;
