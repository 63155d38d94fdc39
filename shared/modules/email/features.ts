/** The features of this module that roles can grant, with their titles. */
export const features = {
  'email.view': 'Read the log, settings and templates of e-mails',
  'email.manage': 'Change settings and templates of e-mails, and preferences of other users',
} as const;
