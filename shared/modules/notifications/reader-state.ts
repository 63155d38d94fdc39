/** The state of a notification for one reader, and its changes. Pure. */

import { NotificationActionedError } from './errors.ts';
import type { Status } from './notification-contract.ts';

export interface ReaderState {
  status: Status;
  /** Status before the dismissal. */
  before: Exclude<Status, 'dismissed'>;
  readAtMs: number | null;
  actionedAtMs: number | null;
  dismissedAtMs: number | null;
  actionTaken: string | null;
}

/** The initial state. */
export const unread: ReaderState = {
  status: 'unread',
  before: 'unread',
  readAtMs: null,
  actionedAtMs: null,
  dismissedAtMs: null,
  actionTaken: null,
};

/** Changes a state. Returns the same object if nothing changes, so that nothing is written. */
export type Step = (state: ReaderState, nowMs: number) => ReaderState;

export const read: Step = (state, nowMs) =>
  state.status === 'unread' ? { ...state, status: 'read', readAtMs: nowMs } : state;

export const dismiss: Step = (state, nowMs) =>
  state.status === 'dismissed'
    ? state
    : { ...state, status: 'dismissed', before: state.status, dismissedAtMs: nowMs };

export const restore: Step = (state) =>
  state.status === 'dismissed' ? { ...state, status: state.before, dismissedAtMs: null } : state;

/** Takes an action in any status. Throws NotificationActionedError if an action was taken before. */
export const act =
  (actionId: string): Step =>
  (state, nowMs) => {
    if (state.actionTaken !== null) throw new NotificationActionedError();
    return {
      ...state,
      status: 'actioned',
      readAtMs: state.readAtMs ?? nowMs,
      actionedAtMs: nowMs,
      dismissedAtMs: null,
      actionTaken: actionId,
    };
  };
