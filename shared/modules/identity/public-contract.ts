/** The parts of identity that contracts and pure decisions of other modules may use: data without a store. */
export { blockedReason, runAs, runAsExample, runAsFilter } from './run-as-contract.ts';
export { featureField } from './users/acl-fields.ts';
export { CreateUser } from './users/contract.ts';
