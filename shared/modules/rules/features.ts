/** The features of this module that roles can grant, with their titles. */
export const features = {
  'business_rules.rules.view': 'Read and search business rules',
  'business_rules.rules.create': 'Create business rules',
  'business_rules.rules.edit': 'Change business rules',
  'business_rules.rules.delete': 'Delete business rules',
  'business_rules.rules.execute': 'Execute business rules',
  'business_rules.logs.view': 'Read the rule execution log',
  'business_rules.logs.delete': 'Delete entries of the rule execution log',
} as const;
