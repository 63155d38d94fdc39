/** The endpoints of business rules and the shapes of their requests and answers. */
export * from './authoring-contract.ts';
export * from './bulk-contract.ts';
export * from './execution-contract.ts';
export * from './history-contract.ts';
export * from './log-contract.ts';
export * from './rule-contract.ts';
export * from './rule-fields-contract.ts';
export * from './set-contract.ts';
export * from './set-member-contract.ts';
