/** The features of this module that roles can grant, with their titles. */
export const features = {
  'progress.view': 'Read the progress of background work',
  'progress.create': 'Create a progress job',
  'progress.update': 'Update the progress of a job',
  'progress.cancel': 'Cancel a progress job',
} as const;
