/** The features of this module that roles can grant, with their titles. */
export const features = {
  'payment_gateways.view': 'Read payment transactions',
  'payment_gateways.manage': 'Create payment sessions and cancel payments',
  'payment_gateways.capture': 'Capture payments',
  'payment_gateways.refund': 'Refund payments',
} as const;
