import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncate, truncateStart } from '../../shared/text.ts';
import { anyText } from '../support/any-text.ts';

describe('truncate', () => {
  it.each<[string, number, string]>([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 4, 'ab😀'],
    ['ab😀c', 3, 'ab'],
    ['ab😀c', 4, 'ab😀'],
    ['😀', 1, ''],
    ['a\ud83d', 5, 'a\ufffd'],
    ['\ude00bc', 2, '\ufffdb'],
    ['', 0, ''],
  ])('keeps %j within %i units as %j', (text, maxUnits, expected) => {
    expect(truncate(text, maxUnits)).toBe(expected);
  });

  it('puts an ending in place of what is left out, and only then', () => {
    expect(truncate('abcdef', 4, '…')).toBe('abc…');
    expect(truncate('ab😀def', 4, '…')).toBe('ab…');
    expect(truncate('abcd', 4, '…')).toBe('abcd');
  });

  it('is a beginning of the text, well formed, and at most one unit shorter than it may be', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), fc.nat({ max: 80 }), (text, maxUnits) => {
        const kept = truncate(text, maxUnits);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(maxUnits);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(text.length, maxUnits) - 1);
      }),
    );
  });
});

describe('truncateStart', () => {
  it.each<[string, number, string]>([
    ['abc', 3, 'abc'],
    ['abcd', 3, '…cd'],
    ['a😀b', 3, '…b'],
    ['aa😀b', 4, '…😀b'],
  ])('keeps the end of %j within %i units as %j', (text, maxUnits, expected) => {
    expect(truncateStart(text, maxUnits)).toBe(expected);
  });
});

/** Cuts that are not of callers' texts, or that end at a separator. A text is shortened by `truncate`, at code points. */
const otherCuts = {
  lists: [
    'shared/attachments/tag-store.ts: .slice(0, attachmentLimits.availableTags)',
    'shared/directory/organization-service.ts: .slice(0, directoryLimits.moves)',
    'shared/extraction/ordered-hits.ts: .slice(0, this.#wanted)',
    'shared/http/content-disposition.ts: .slice(0, longestName)',
    'shared/identity/declared-features.ts: .slice(0, index + 1)',
    'shared/identity/session-store.ts: .slice(0, Math.min(',
    'shared/payments/customer.ts: .slice(-paymentLimits.removedMethods)',
    'shared/payments/payment-store.ts: .slice(0, paymentLimits.historyEntries)',
    'shared/payments/providers/stripe.ts: .slice(0, room)',
    'shared/progress/job-reader.ts: .slice(0, limit)',
    'shared/progress/list-service.ts: .slice(0, progressLimits.activeJobs)',
    'shared/progress/list-service.ts: .slice(0, progressLimits.recentJobs)',
    'shared/rules/active-rule-store.ts: .slice(0, limit)',
    'shared/rules/evaluator.ts: .slice(0, mostTraced)',
    'shared/rules/execution.ts: .slice(0, run.tracesLeft)',
    'shared/rules/failure-events.ts: .slice(0, executionLimits.failureEvents)',
    'shared/rules/set-execution-service.ts: .slice(0, shownErrors)',
    'shared/rules/warnings.ts: .slice(0, mostWarnings)',
    'shared/sync/batch-bytes.ts: .slice(0, end)',
    'shared/sync/batch-work.ts: .slice(0, shownFailures)',
    'shared/sync/mapping-problems.ts: .slice(0, index)',
    'shared/webhooks/recorder.ts: .slice(0, attemptsPerTransaction)',
  ],
  atASeparator: [
    'shared/attachments/attachment.ts: .slice(0, dot)',
    'shared/attachments/file-name.ts: .slice(0, dot)',
    'shared/linear-text.ts: .slice(0, end)',
    'shared/notifications/mailing.ts: .slice(0, id.lastIndexOf(',
    'shared/openapi/readme-table.ts: .slice(0, from)',
    'shared/rules/trigger.ts: .slice(0, end)',
  ],
  ofAscii: [
    'shared/attachments/file-name.ts: .slice(0, attachmentLimits.fileName - extension.length)',
    'shared/directory/slug.ts: .slice(0, directoryLimits.slug - suffix.length)',
    'shared/directory/slug.ts: .slice(0, directoryLimits.slug)',
    'shared/identity/api-key.ts: .slice(0, visiblePrefixLength)',
    'shared/payments/money.ts: .slice(-decimals)',
    'shared/payments/money.ts: .slice(0, -decimals)',
    'shared/schedules/schedules.ts: .slice(0, longestName)',
  ],
  byCharacters: [
    'shared/extraction/content.ts: .slice(0, read)',
    'shared/linear-text.ts: .slice(0, 2 * maxMarks)',
    'shared/linear-text.ts: .slice(0, maxMarks)',
    'shared/rules/evaluator.ts: .slice(0, mostTraced)',
    'shared/rules/rule-log.ts: .slice(0, maxLoggedMissing)',
    'shared/sync/record-type.ts: .slice(0, dot)',
  ],
};

describe('the code', () => {
  // Up to two digits cut a digest, a date or a prefix of ours: the length of a caller's text is a limit with a name.
  const cut = /\.(?:slice\((?:0, (?!\d{1,2}\)|-\d\))|-[a-z])|substring\(|substr\()[^)\n(]*[)(]/g;

  it('shortens texts by truncate alone', () => {
    const files = ['shared', 'functions'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && name !== 'text.ts')
        .map((name) => join(folder, name)),
    );
    const found = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(cut)].map(([text]) => `${file}: ${text}`),
    );
    expect(found.toSorted()).toEqual(Object.values(otherCuts).flat().toSorted());
  });
});
