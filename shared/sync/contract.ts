export * from './connection-contract.ts';
export * from './failure-contract.ts';
export * from './mapping-endpoints-contract.ts';
export * from './run-contract.ts';
export * from './schedule-contract.ts';
export * from './start-contract.ts';
