/** The features of this module that roles can grant, with their titles. */
export const features = {
  'integrations.view': 'Read integrations and their logs',
  'integrations.manage': 'Change the state and version of integrations',
  'integrations.credentials.manage': 'Save integration credentials',
} as const;
