/** The features of this module that roles can grant, with their titles. */
export const features = {
  'feature_toggles.view': 'Read feature toggles and segments; evaluate toggles in the playground',
  'feature_toggles.segments.manage': 'Create, change and delete segments of the tenant',
} as const;
