/** The endpoints of payments and the shapes of their requests and answers. */
export * from './methods/method-contract.ts';
export * from './operations/operation-contract.ts';
export * from './providers/provider-contract.ts';
export * from './sessions/session-contract.ts';
export * from './state-contract.ts';
export * from './transaction-contract.ts';
