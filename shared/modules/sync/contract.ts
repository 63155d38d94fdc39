export * from './connection-contract.ts';
export * from './mappings/mapping-endpoints-contract.ts';
export * from './runs/failure-contract.ts';
export * from './runs/run-contract.ts';
export * from './runs/start-contract.ts';
export * from './schedules/schedule-contract.ts';
