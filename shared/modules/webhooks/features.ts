/** The features of this module that roles can grant, with their titles. */
export const features = {
  'webhooks.view': 'View webhooks and delivery logs',
  'webhooks.manage': 'Create, change and delete webhooks; retry deliveries',
  'webhooks.secrets': 'View and rotate webhook secrets',
  'webhooks.test': 'Send test deliveries',
} as const;
