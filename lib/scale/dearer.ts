/**
 * What operations may cost: pages of 20 and plain reads are bound by what they read, creations by what they write. Those
 * that are dearer are named with the reason; a test keeps all others within their bars.
 */

export const maxUnits = { page: 16, read: 3, creation: 16 } as const;

export interface DearerOperation {
  operationId: string;
  kind: keyof typeof maxUnits;
  /** What it costs at most. */
  units: number;
  reason: string;
}

const versions =
  'room is reserved first (4); the row, its two listing items, the version before, the claims on sizes of its image and the ' +
  'end of the reservation follow in one transaction with event and audit entry';

export const dearerOperations: readonly DearerOperation[] = [
  {
    ...{ operationId: 'listDeliveries', kind: 'page', units: 40 },
    reason:
      'a Query for each webhook whose deliveries are listed together, and the names of all webhooks, which the log of one ' +
      'webhook reads as well (a unit for four of them). One log of an organization would take two write units more for each ' +
      'delivery, and 500 deliveries a second of all webhooks together where each takes 250 today',
  },
  {
    ...{ operationId: 'uploadAttachment', kind: 'creation', units: 24 },
    reason:
      'room is reserved first, with work that a sweep finds (4), and the work ends with the row (2); the row (2) is in two ' +
      'lists that are counted (8), has a locator (1), a tag (2), an event (2) and an audit entry (2)',
  },
  {
    ...{ operationId: 'completeUpload', kind: 'creation', units: 19 },
    reason: 'the same without the tag; its room was reserved when it began, so that a claim is enough (1)',
  },
  { ...{ operationId: 'uploadVersion', kind: 'creation', units: 23 }, reason: versions },
  { ...{ operationId: 'restoreVersion', kind: 'creation', units: 23 }, reason: versions },
];
