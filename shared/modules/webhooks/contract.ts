/** The webhook endpoints and the shapes of their requests and answers. */

export * from './deliveries/delivery-contract.ts';
export * from './deliveries/recovery-contract.ts';
export * from './deliveries/series-contract.ts';
export * from './endpoints/bulk-contract.ts';
export * from './endpoints/catalogue-contract.ts';
export * from './endpoints/webhook-contract.ts';
