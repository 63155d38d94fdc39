/** The features of this module that roles can grant, with their titles. */
export const features = {
  'attention.manage': 'Acknowledge and mute causes that need attention',
} as const;
