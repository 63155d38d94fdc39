/** The webhook endpoints and the shapes of their requests and answers. */
export * from './bulk-contract.ts';
export * from './catalogue-contract.ts';
export * from './delivery-contract.ts';
export * from './recovery-contract.ts';
export * from './webhook-contract.ts';
