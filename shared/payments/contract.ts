/** The endpoints of payments and the shapes of their requests and answers. */
export * from './method-contract.ts';
export * from './operation-contract.ts';
export * from './provider-contract.ts';
export * from './session-contract.ts';
export * from './state-contract.ts';
export * from './transaction-contract.ts';
