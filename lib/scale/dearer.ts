/**
 * The maximum cost of operations: pages of 20 and reads are limited in read units, creations in write units. More
 * expensive operations are listed with the reason; a test checks all others.
 */

export const maxUnits = { page: 16, read: 3, creation: 16 } as const;

export interface DearerOperation {
  operationId: string;
  kind: keyof typeof maxUnits;
  /** Its maximum cost. */
  units: number;
  reason: string;
}

const versions =
  'the request (1), the row (2), its two listing items, which lists must show with the row and which are therefore in its ' +
  'transaction (4), the version before (2), the account of stored bytes (2), event and audit entry (4): 15, and the work by which ' +
  'a sweep finds the object of a process that died. That is reserved with the room (2) and ends with the row (2); put and removed ' +
  'apart (2) it would make 17. A row or an audit entry of more than 1 KB costs 2 more, and so do the claims on sizes of an image';

export const dearerOperations: readonly DearerOperation[] = [
  {
    ...{ operationId: 'uploadAttachment', kind: 'creation', units: 24 },
    reason:
      'seven items have to change in one transaction: the row, the account of bytes, the counters of two lists, the counter of ' +
      'the tag, event and audit entry (14). With the request (1), the locator (1) and the listing items, put ahead (2), that is 18 ' +
      'without the work by which a sweep finds the object of a process that died. Below that, totals of lists would have to be ' +
      'counted on read, which costs more with each file. Today the listing items are in the transaction (4), and the work is ' +
      'reserved with the room (2) and ends with the row (2)',
  },
  {
    ...{ operationId: 'completeUpload', kind: 'creation', units: 19 },
    reason:
      'six items have to change in one transaction: the row, the work that holds the room, the counters of two lists, event and ' +
      'audit entry (12). With the request (1), the claim of the completion (1), the locator (1) and the listing items, put ahead ' +
      '(2), that is 17; today the listing items are in the transaction (4)',
  },
  { ...{ operationId: 'uploadVersion', kind: 'creation', units: 21 }, reason: versions },
  { ...{ operationId: 'restoreVersion', kind: 'creation', units: 21 }, reason: versions },
];
