/** The endpoints of integrations and the shapes of their requests and answers. */
export * from './credential-contract.ts';
export * from './integration-contract.ts';
export * from './log-contract.ts';
export * from './state-contract.ts';
