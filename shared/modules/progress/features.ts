/** The features of this module that roles can grant, with their titles. */
export const features = {
  'progress.view': 'Read the progress of background work',
  'progress.create': 'Announce background work',
  'progress.update': 'Say how far background work is',
  'progress.cancel': 'Cancel background work',
} as const;
