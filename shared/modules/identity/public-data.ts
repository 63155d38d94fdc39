/** The parts of identity that other modules may use, without a store. */
export { blockedReason, runAs, runAsFilter } from './run-as-contract.ts';
export { featureField } from './users/acl-fields.ts';
export { CreateUser } from './users/contract.ts';
