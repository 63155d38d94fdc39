export const otherScopeTexts = {
  title: {
    tenant: 'This link leads to another tenant',
    organization: 'This link leads to another organization',
  },
  message: (name: string) =>
    `You are signed in as ${name}, who has no access to it. It may also be closed or deleted.`,
  open: (name: string | undefined) => (name === undefined ? 'Open the console' : `Switch to ${name}`),
} as const;
