/** The feature toggle endpoints and the shapes of their requests and answers. */
export * from './bulk-contract.ts';
export * from './check-contract.ts';
export * from './common-contract.ts';
export * from './ofrep/ofrep-contract.ts';
export * from './override-contract.ts';
export * from './segment-contract.ts';
export * from './targeting-contract.ts';
export * from './toggle-contract.ts';
export * from './usage-contract.ts';
