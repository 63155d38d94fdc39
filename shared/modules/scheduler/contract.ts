/** The scheduler's endpoints and the shapes of their requests and answers. */
export * from './bulk-contract.ts';
export * from './firings-contract.ts';
export * from './job-contract.ts';
export * from './runs/failed-runs-contract.ts';
export * from './runs/run-contract.ts';
