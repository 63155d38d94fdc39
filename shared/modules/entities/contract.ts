/** Entity records of any type, and the custom fields a team defines for them. */
export * from './definition-contract.ts';
export * from './record-contract.ts';
