/** Every resource with a version has an `ETag`, and its writes honour `If-Match`, in all modules. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';

/** Reads by id whose response is not a resource with a version. */
const readsWithoutTag = [
  'getEventStory', // it grows while it is read
  'getExplorerAsset', // a part of the page, cached by its name
  'getWebhookSeries', // figures of a time range
  'getWebhookStats', // the same
  'listDeadLetters', // messages of a queue
  'listExecutions',
  'listSyncFailures',
];

/** Changes of many resources at once. */
const bulkWrites = ['readAllNotifications', 'deleteLogs'];

/** Deletions and changes of resources without versions. */
const unversionedWrites = [
  ...['deleteFactor', 'renameFactor', 'removeUserFactors', 'deleteSession'],
  ...['removeSuppressedAddress', 'revokeShare'],
];

/** POST requests that update one or several named resources, or start an action on them. */
const changingPosts = [
  ...['cancelPayment', 'capturePayment', 'refreshPayment', 'refundPayment', 'cancelSyncRun', 'retrySyncRun'],
  ...[
    'createDefinition',
    'transferAttachments',
    'extractContent',
    'actOnNotification',
    'restoreRuleRevision',
  ],
  ...['retryDelivery', 'rotateWebhookSecret'],
];

const namesOf = (some: readonly { operationId: string }[]) => some.map(({ operationId }) => operationId);

/** What to write for each endpoint that should be an exception, or no longer is. */
function problemsOf(
  found: readonly string[],
  exceptions: readonly string[],
  texts: { missing: string; outdated: string },
): string[] {
  return [
    ...found.filter((name) => !exceptions.includes(name)).map((name) => `${name}: ${texts.missing}`),
    ...exceptions.filter((name) => !found.includes(name)).map((name) => `${name}: ${texts.outdated}`),
  ];
}

describe('every endpoint', () => {
  it('that reads one resource returns an ETag, unless its contract returns a file', () => {
    const reads = endpoints.filter(
      ({ method, path, success, transport }) =>
        method === 'GET' &&
        path.includes('{') &&
        success.contentTypes === undefined &&
        transport !== 'stream',
    );
    expect(reads.length).toBeGreaterThan(20);
    const untagged = namesOf(reads.filter(({ etag }) => etag !== true));
    const problems = problemsOf(
      untagged,
      readsWithoutTag.filter((name) => namesOf(reads).includes(name)),
      {
        missing:
          'add `etag: true` to the contract and return `withRevision(…)`, or add the name to `readsWithoutTag` of this test',
        outdated: 'remove the name from `readsWithoutTag` of this test',
      },
    );
    expect(problems).toEqual([]);
  });

  it('that changes or deletes a resource honours If-Match', () => {
    const writes = endpoints.filter(
      ({ method, operationId }) =>
        ['PUT', 'PATCH', 'DELETE'].includes(method) || changingPosts.includes(operationId),
    );
    const unconditional = writes.filter(({ errors }) => !errors?.includes('stale'));
    const problems = problemsOf(namesOf(unconditional), [...bulkWrites, ...unversionedWrites], {
      missing:
        "add `errors: ['stale']` and `etag: true` to the contract and pass `ifMatch` to `updateWithRetry`, " +
        'or add the name to `unversionedWrites` or `bulkWrites` of this test',
      outdated: 'remove the name from `unversionedWrites` or `bulkWrites` of this test',
    });
    expect(problems).toEqual([]);
  });
});

describe('the lists of exceptions', () => {
  it('name existing endpoints', () => {
    const known = namesOf(endpoints);
    const named = [...readsWithoutTag, ...bulkWrites, ...unversionedWrites, ...changingPosts];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
