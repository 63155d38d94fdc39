/** What contracts and pure decisions of other modules may use of identity: data alone, without a store. */
export { featureField } from './users/acl-fields.ts';
export { CreateUser } from './users/contract.ts';
