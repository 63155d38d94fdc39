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
  provider: {
    continueWith: (tenant: string) => `Continue with ${tenant}`,
    withPassword: 'Use a password instead',
    refused: 'You are not signed in',
    otherProblem: 'The sign-in at your identity provider failed. Try again.',
    problems: {
      not_configured: 'Your tenant has no identity provider now. Sign in with a password.',
      provider_unavailable: 'Your identity provider does not respond. Try again in a few minutes.',
      provider_changed: 'The settings of your identity provider have changed meanwhile. Try again.',
      provider_refused: 'Your identity provider has refused the sign-in.',
      state_unknown: 'The sign-in took too long, or was used before. Try again.',
      other_browser: 'The sign-in started in another browser. Start it here.',
      response_invalid: 'The response of your identity provider is not valid. Ask an administrator.',
      email_missing: 'Your identity provider has sent no e-mail address. Ask an administrator.',
      email_unverified: 'Your identity provider has not verified your e-mail address.',
      email_domain: 'The domain of your e-mail address may not sign in to this tenant.',
      domain_unverified: 'The domain of your e-mail address is not verified yet. Ask an administrator.',
      account_exists:
        'A user with your e-mail address exists. Sign in with the password, or ask an administrator.',
      account_unknown: 'You have no user in this tenant. Ask an administrator for one.',
      account_inactive: 'Your user, your organization or your tenant is not active.',
      rights_exceeded: 'Your rights exceed those that this provider may give. Ask an administrator.',
    },
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
  loading: 'Opening the console',
} as const;
