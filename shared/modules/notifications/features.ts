/** The features of this module that roles can grant, with their titles. */
export const features = {
  'notifications.view': 'Read notifications',
  'notifications.create': 'Create notifications',
} as const;
