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

const table: [string, Step[], Partial<ReaderState>][] = [
  ['nothing', [], { status: 'unread', readAtMs: null }],
  ['reading', [read], { status: 'read', readAtMs: 1_000 }],
  ['reading twice', [read, read], { status: 'read', readAtMs: 1_000 }],
  ['dismissing', [dismiss], { status: 'dismissed', dismissedAtMs: 1_000, readAtMs: null }],
  ['reading a dismissed one', [dismiss, read], { status: 'dismissed', readAtMs: null }],
  ['restoring an unread one', [dismiss, restore], { status: 'unread', dismissedAtMs: null }],
  ['restoring a read one', [read, dismiss, restore], { status: 'read', readAtMs: 1_000 }],
  ['restoring one that is not dismissed', [read, restore], { status: 'read' }],
  [
    'an action',
    [act('open')],
    { status: 'actioned', actionTaken: 'open', actionedAtMs: 1_000, readAtMs: 1_000 },
  ],
  [
    'an action after reading',
    [read, act('open')],
    { status: 'actioned', readAtMs: 1_000, actionedAtMs: 1_001 },
  ],
  ['an action on a dismissed one', [dismiss, act('open')], { status: 'actioned', dismissedAtMs: null }],
  ['reading after an action', [act('open'), read], { status: 'actioned' }],
  ['dismissing and restoring after an action', [act('open'), dismiss, restore], { status: 'actioned' }],
];

describe('a notification', () => {
  it.each(table)('after %s', (_, steps, expected) => {
    expect(having(...steps)).toMatchObject(expected);
  });

  it('accepts one action', () => {
    const before = having(act('open'));
    expect(() => act('open')(before, nowMs)).toThrow(
      expect.objectContaining({ code: 'notification_actioned' }),
    );
    expect(() => act('close')(before, nowMs)).toThrow();
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
