/** The features of this module that roles can grant, with their titles. */
export const features = {
  'data_sync.view': 'Read sync runs',
  'data_sync.configure': 'Validate sync connections; read, save and delete mappings',
  'data_sync.run': 'Start, cancel and retry sync runs',
} as const;
