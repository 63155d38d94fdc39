export const sessionTexts = {
  title: 'Sign in',
  intro: 'See what runs, what has failed, and put it right.',
  byPassword: 'Sign in with e-mail and password',
  byKey: 'Sign in with an API key',
  signIn: 'Sign in',
  otherAccount: 'Sign in with another account',
  severalTenants: 'My address belongs to several tenants',
  labels: {
    email: 'E-mail address',
    password: 'Password',
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
