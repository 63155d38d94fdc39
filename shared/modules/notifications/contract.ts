/** The notification endpoints and the shapes of their requests and answers. */
export * from './common-contract.ts';
export * from './create-contract.ts';
export * from './read-contract.ts';
