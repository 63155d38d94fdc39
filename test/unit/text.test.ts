import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../lib/lab/fuzz/any-text.ts';
import { hasAtMost, truncate, truncateStart } from '../../shared/kernel/base/text.ts';

describe('hasAtMost', () => {
  it.each<[string, number, boolean]>([
    ['', 0, true],
    ['abc', 3, true],
    ['abcd', 3, false],
    ['😀😀😀', 3, true],
    ['😀😀😀😀', 3, false],
    ['ab😀', 3, true],
    ['abc😀', 3, false],
  ])('of %j and %i is %s', (text, max, expected) => {
    expect(hasAtMost(text, max)).toBe(expected);
  });
});

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

  it('adds an ending only if text is omitted', () => {
    expect(truncate('abcdef', 4, '…')).toBe('abc…');
    expect(truncate('ab😀def', 4, '…')).toBe('ab…');
    expect(truncate('abcd', 4, '…')).toBe('abcd');
  });

  it('is a well-formed prefix of the text, at most one unit shorter than the limit', () => {
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

/**
 * Slices of values other than callers' texts, or slices at a separator. Texts are shortened by `truncate`, at code
 * points.
 */
const otherCuts = {
  lists: [
    'shared/modules/attachments/library/tag-store.ts: .slice(0, attachmentLimits.availableTags)',
    'shared/modules/attention/service.ts: .slice(0, attentionLimits.causes)',
    'shared/modules/attention/service.ts: .slice(0, end)',
    'shared/modules/attention/service.ts: .slice(0, max)',
    'shared/modules/search/names.ts: .slice(0, searchLimits.organizationsOfThing)',
    'shared/modules/search/service.ts: .slice(0, searchLimits.items)',
    'shared/modules/sync/attention.ts: .slice(0, cleanAt)',
    'shared/modules/email/accounts/account-mails.ts: .slice(0, maxTenantsPerAddress)',
    'shared/modules/email/channel/channel.ts: .slice(0, remaining)',
    'shared/modules/email/channel/digest.ts: .slice(0, maxShownEntries)',
    'shared/modules/email/sending/release.ts: .slice(0, Math.max(',
    'shared/modules/identity/directory/organization-service.ts: .slice(0, directoryLimits.moves)',
    'shared/modules/attachments/extraction/content.ts: .slice(0, maxListedPages)',
    'shared/modules/attachments/extraction/content.ts: .slice(0, maxWarnings - 1)',
    'shared/modules/attachments/extraction/ordered-hits.ts: .slice(0, this.#limit)',
    'shared/kernel/http/content-disposition.ts: .slice(0, maxName)',
    'shared/modules/identity/declared-features.ts: .slice(0, index + 1)',
    'shared/modules/identity/providers/sign-in.ts: .slice(0, Math.max(',
    'shared/kernel/auth/session-store.ts: .slice(0, Math.min(',
    'shared/modules/payments/methods/customer.ts: .slice(-paymentLimits.removedMethods)',
    'shared/modules/payments/methods/customer.ts: .slice(-paymentLimits.savedMethods)',
    'shared/modules/payments/payment-store.ts: .slice(0, paymentLimits.historyEntries)',
    'shared/modules/payments/providers/stripe.ts: .slice(0, room)',
    'shared/modules/progress/job-store.ts: .slice(0, limit)',
    'shared/modules/progress/list-service.ts: .slice(0, progressLimits.activeJobs)',
    'shared/modules/progress/list-service.ts: .slice(0, progressLimits.recentJobs)',
    'shared/modules/rules/execution/active-rule-store.ts: .slice(0, limit)',
    'shared/kernel/conditions/evaluator.ts: .slice(0, maxTraced)',
    'shared/kernel/conditions/list.ts: .slice(0, Math.min(',
    'shared/kernel/table/listing.ts: .slice(0, fittingCount(',
    'shared/modules/rules/execution/execution.ts: .slice(0, run.tracesLeft)',
    'shared/modules/rules/execution/failure-events.ts: .slice(0, executionLimits.failureEvents)',
    'shared/modules/rules/sets/set-execution-service.ts: .slice(0, shownErrors)',
    'shared/modules/rules/authoring/warnings.ts: .slice(0, maxWarnings)',
    'shared/kernel/base/parallel.ts: .slice(0, end)',
    'shared/kernel/table/limiter.ts: .slice(0, holder.max)',
    'shared/modules/sync/batches/batch-handler.ts: .slice(0, shownFailures)',
    'shared/modules/sync/mappings/mapping-fields.ts: .slice(0, index)',
    'shared/modules/sync/preview-service.ts: .slice(0, syncLimits.previewRows)',
    'shared/modules/webhooks/deliveries/deliver.ts: .slice(0, attemptsPerTransaction)',
    'shared/modules/webhooks/endpoints/webhook.ts: .slice(0, webhookLimits.signingSecrets - 2)',
    'shared/modules/email/accounts/account-mails.ts: .slice(0, maxTenantsRead)',
    'shared/modules/sync/adapters/file-format.ts: .slice(0, columns.length)',
  ],
  atASeparator: [
    'shared/modules/email/texts/render.ts: .slice(0, length)',
    'shared/modules/attachments/attachment.ts: .slice(0, dot)',
    'shared/modules/attachments/upload/file-name.ts: .slice(0, dot)',
    'shared/modules/attachments/upload/file-name.ts: .slice(0, dot)',
    'shared/kernel/base/dates.ts: .slice(0, secondsAt)',
    'shared/kernel/queues/names.ts: .slice(0, -deadLetterSuffix.length)',
    'shared/kernel/outbound/response-head.ts: .slice(0, end)',
    'shared/kernel/expressions/text-functions.ts: .slice(0, at)',
    'shared/kernel/expressions/text-functions.ts: .slice(0, at)',
    'shared/kernel/base/linear-text.ts: .slice(0, end)',
    'shared/kernel/base/email-address.ts: .slice(0, Math.max(',
    'shared/modules/attachments/extraction/docx/docx.ts: .slice(0, slash)',
    'shared/modules/attachments/extraction/web-archive.ts: .slice(0, blankLine.index)',
    'shared/modules/notifications/bulk-notification.ts: .slice(0, id.lastIndexOf(',
    'shared/modules/docs/openapi/endpoint-table.ts: .slice(0, from)',
    'shared/modules/rules/execution/trigger.ts: .slice(0, end)',
  ],
  ofAscii: [
    'shared/kernel/expressions/text-functions.ts: .substring(0, 4)',
    'shared/kernel/expressions/time-functions.ts: .slice(0, 200)',
    'shared/modules/mcp/schema-summary.ts: .slice(0, Math.max(',
    'shared/modules/attachments/upload/file-name.ts: .slice(0, attachmentLimits.fileName - extension.length)',
    'shared/modules/identity/directory/slug.ts: .slice(0, directoryLimits.slug - suffix.length)',
    'shared/modules/identity/directory/slug.ts: .slice(0, directoryLimits.slug)',
    'shared/kernel/auth/api-key.ts: .slice(0, visiblePrefixLength)',
    'shared/kernel/base/long-numbers.ts: .slice(0, cut)',
    'shared/modules/payments/money.ts: .slice(-decimals)',
    'shared/modules/payments/money.ts: .slice(0, -decimals)',
    'shared/modules/payments/payment.ts: .slice(0, paymentLimits.operationName)',
    'shared/kernel/schedules/schedules.ts: .slice(0, maxName)',
    'shared/modules/attachments/upload/transport.ts: .slice(0, whole)',
    'shared/modules/sync/adapters/http-json.ts: .slice(0, noItem.length)',
  ],
  byCharacters: [
    'shared/modules/attachments/extraction/content.ts: .slice(0, read)',
    'shared/modules/attachments/extraction/pdf/pdf.ts: .slice(0, maxFontName)',
    'shared/modules/attachments/upload/file-name.ts: .slice(0, max - extension.length)',
    'shared/kernel/base/linear-text.ts: .slice(0, 2 * maxMarks)',
    'shared/kernel/base/linear-text.ts: .slice(0, maxMarks)',
    'shared/kernel/conditions/evaluator.ts: .slice(0, maxTraced)',
    'shared/modules/rules/log/rule-log.ts: .slice(0, maxLoggedMissing)',
    'shared/modules/identity/sessions/log-in.ts: .slice(0, maxTenantsTried)',
    'shared/modules/sync/keys.ts: .slice(0, dot)',
  ],
};

describe('the code', () => {
  // Slices with up to two digits cut a digest, a date or a fixed prefix: limits of callers' texts have names.
  const cut = /\.(?:slice\((?:0, (?!\d{1,2}\)|-\d\))|-[a-z])|substring\(|substr\()[^)\n(]*[)(]/g;

  it('shortens texts with truncate only', () => {
    const files = ['shared', 'functions'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && name !== 'kernel/base/text.ts')
        .map((name) => join(folder, name)),
    );
    const found = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(cut)].map(([text]) => `${file}: ${text}`),
    );
    expect(found.toSorted()).toEqual(Object.values(otherCuts).flat().toSorted());
  });
});
