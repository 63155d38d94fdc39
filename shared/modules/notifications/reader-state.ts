/** What a reader makes of a notification: pure decisions. */

import { NotificationActionedError } from './errors.ts';
import type { Status } from './notification-contract.ts';

export interface ReaderState {
  status: Status;
  /** What it was before it was dismissed. */
  before: Exclude<Status, 'dismissed'>;
  readAtMs: number | null;
  actionedAtMs: number | null;
  dismissedAtMs: number | null;
  actionTaken: string | null;
}

/** The state before the reader does anything. */
export const unread: ReaderState = {
  status: 'unread',
  before: 'unread',
  readAtMs: null,
  actionedAtMs: null,
  dismissedAtMs: null,
  actionTaken: null,
};

/** Each answers the reading itself when there is nothing to change, so that nothing is written. */
export type Step = (reading: ReaderState, nowMs: number) => ReaderState;

export const read: Step = (reading, nowMs) =>
  reading.status === 'unread' ? { ...reading, status: 'read', readAtMs: nowMs } : reading;

export const dismiss: Step = (reading, nowMs) =>
  reading.status === 'dismissed'
    ? reading
    : { ...reading, status: 'dismissed', before: reading.status, dismissedAtMs: nowMs };

export const restore: Step = (reading) =>
  reading.status === 'dismissed' ? { ...reading, status: reading.before, dismissedAtMs: null } : reading;

/** Takes an action in any status. Throws NotificationActionedError when one was taken before. */
export const act =
  (actionId: string): Step =>
  (reading, nowMs) => {
    if (reading.actionTaken !== null) throw new NotificationActionedError();
    return {
      ...reading,
      status: 'actioned',
      readAtMs: reading.readAtMs ?? nowMs,
      actionedAtMs: nowMs,
      dismissedAtMs: null,
      actionTaken: actionId,
    };
  };
