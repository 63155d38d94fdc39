/** The endpoints of attachments. */
export * from './delivery-contract.ts';
