/** Texts of the page on which users let applications act in their name. */
export const connectTexts = {
  title: 'Connect an application',
  intro: 'It can then call the API in your name, until you end it under “Your sessions”.',
  request: 'The application asks',
  application: 'Application',
  host: 'It belongs to',
  redirect: 'You return to',
  tenant: 'Tenant',
  account: 'Your account',
  permission: 'It may',
  read: 'Read what you may read',
  write: 'Read and change what you may',
  onlyRead: 'Allow only reading',
  onlyReadHint: 'Every change by the application is refused.',
  warning: {
    title: 'Do you know this application?',
    text: 'It chose its name itself. Allow it only if you have just started to connect it.',
    documented:
      'Its host describes it. Allow it only if you know the host and have just started to connect it.',
  },
  allow: 'Allow',
  deny: 'Deny',
  left: 'You can close this page',
  leftText: 'The application has received your answer.',
} as const;
