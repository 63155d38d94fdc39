/**
 * The maximum cost of operations: pages of 20, reads and searches are limited in read units, creations in write units. A
 * test checks every operation.
 */
export const maxUnits = {
  ...{ page: 16, read: 4, search: 10 },
  ...{ creation: 20, largeCreation: 26, auditPage: 40 },
} as const;

/** Creations of things with several reservations, with secrets, or with an item for their execution. */
const large =
  /^(startSync|retrySync|upload|complete|invite|createUser|createApiKey|createPaymentSession|createRule|createWebhook)/;

/** The limit in write units of an operation that creates something. */
export const maxCreationUnits = (operationId: string): number =>
  large.test(operationId) ? maxUnits.largeCreation : maxUnits.creation;
