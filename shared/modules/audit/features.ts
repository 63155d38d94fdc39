/** The features of this module that roles can grant, with their titles. */
export const features = {
  'audit_logs.view': 'Read the audit log',
} as const;
