/** The endpoints of business rules and the shapes of their requests and answers. */
export * from './authoring/authoring-contract.ts';
export * from './authoring/bulk-contract.ts';
export * from './authoring/history-contract.ts';
export * from './authoring/rule-contract.ts';
export * from './authoring/rule-contract.ts';
export * from './execution/execution-contract.ts';
export * from './log/log-contract.ts';
export * from './sets/set-contract.ts';
export * from './sets/set-member-contract.ts';
