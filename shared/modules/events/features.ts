/** The features of this module that roles can grant, with their titles. */
export const features = {
  'events.publish': 'Publish events',
  'events.log.view': 'View the event log',
} as const;
