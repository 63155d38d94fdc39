/** The features of this module that roles can grant, with their titles. */
export const features = {
  'entities.records.view': 'Read entity records',
  'entities.records.manage': 'Write entity records',
  'entities.definitions.view': 'Read custom-field definitions',
  'entities.definitions.manage': 'Define custom fields',
} as const;
