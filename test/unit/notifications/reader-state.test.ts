import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  act,
  dismiss,
  type ReaderState,
  read,
  restore,
  type Step,
  unread,
} from '../../../shared/modules/notifications/reader-state.ts';

const nowMs = 1_000;
const having = (...steps: Step[]): ReaderState =>
  steps.reduce((reading, step, index) => step(reading, nowMs + index), unread);

/** What the conformance cases of states and actions do not show. */
const table: [string, Step[], Partial<ReaderState>][] = [
  ['reading a dismissed one', [dismiss, read], { status: 'dismissed', readAtMs: null }],
  ['restoring one that is not dismissed', [read, restore], { status: 'read' }],
  ['an action', [act('open')], { status: 'actioned', readAtMs: 1_000, actionedAtMs: 1_000 }],
  ['an action after reading', [read, act('open')], { readAtMs: 1_000, actionedAtMs: 1_001 }],
  ['an action on a dismissed one', [dismiss, act('open')], { status: 'actioned', dismissedAtMs: null }],
  ['reading after an action', [act('open'), read], { status: 'actioned' }],
  ['dismissing and restoring after an action', [act('open'), dismiss, restore], { status: 'actioned' }],
];

describe('a notification', () => {
  it.each(table)('after %s', (_, steps, expected) => {
    expect(having(...steps)).toMatchObject(expected);
  });

  const anyStep = fc.constantFrom<Step>(read, dismiss, restore, (reading, atMs) =>
    reading.actionTaken === null ? act('open')(reading, atMs) : reading,
  );

  it('has times that match its status, after any action', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const { status, readAtMs, dismissedAtMs, actionedAtMs, actionTaken } = having(...steps);
        expect(status === 'dismissed').toBe(dismissedAtMs !== null);
        expect(actionTaken !== null).toBe(actionedAtMs !== null);
        if (status === 'unread') expect([readAtMs, actionedAtMs]).toEqual([null, null]);
        if (status === 'read' || status === 'actioned') expect(readAtMs).not.toBeNull();
        if (status === 'actioned') expect(actionTaken).not.toBeNull();
      }),
    );
  });

  it('is restored unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const before = restore(having(...steps), nowMs);
        const { before: _, ...back } = restore(dismiss(before, nowMs), nowMs);
        expect(before).toMatchObject(back);
      }),
    );
  });
});
