import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthOf } from '../../../shared/kernel/base/times.ts';
import { MalformedMessageError } from '../../../shared/kernel/queues/message.ts';
import { readCompletion } from '../../../shared/modules/attachments/extraction/completion.ts';
import {
  jobTag,
  readJobTag,
  storageOfText,
} from '../../../shared/modules/attachments/extraction/extraction.ts';
import { extractionLimits } from '../../../shared/modules/attachments/extraction/limits.ts';

const [tenantId, attachmentId] = [randomUUID(), randomUUID()];

describe('the name of a run', () => {
  it('is accepted by Textract, and identifies the run', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.nat(999_999), (tenant, attachment, run) => {
        const tag = jobTag(tenant, attachment, run);
        expect(tag).toMatch(/^[a-zA-Z0-9_.\-:]{1,64}$/);
        expect(readJobTag(tag)).toEqual({ tenantId: tenant, attachmentId: attachment, run });
      }),
    );
  });

  it.each([undefined, '', 'a:b:1', `${jobTag(tenantId, attachmentId, 1)}x`, ':::'])('is not %j', (tag) =>
    expect(readJobTag(tag)).toBeUndefined(),
  );
});

describe('Textract’s message', () => {
  const message = (changes: object = {}) =>
    JSON.stringify({
      JobId: 'job',
      Status: 'SUCCEEDED',
      API: 'StartDocumentTextDetection',
      JobTag: jobTag(tenantId, attachmentId, 3),
      Timestamp: 1,
      DocumentLocation: { S3ObjectName: 'key', S3Bucket: 'bucket' },
      ...changes,
    });

  it('names the tenant, the attachment and the run', () => {
    expect(readCompletion(message())).toMatchObject({
      tenantId,
      data: { jobId: 'job', attachmentId, run: 3 },
    });
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    message({ JobId: undefined }),
    message({ JobTag: undefined }),
    message({ JobTag: 'mine' }),
  ])('is invalid: %s', (body) => expect(() => readCompletion(body)).toThrow(MalformedMessageError));
});

it('a text is stored where it fits', () => {
  const { rowBytes, itemBytes } = extractionLimits;
  const sizes = [0, rowBytes, rowBytes + 1, itemBytes, itemBytes + 1];
  expect(sizes.map(storageOfText)).toEqual(['row', 'row', 'item', 'item', 'object']);
});

it('pages are counted by month, in UTC', () => {
  expect(monthOf(Date.parse('2026-03-31T23:59:59.999Z'))).toBe('2026-03');
  expect(monthOf(Date.parse('2026-04-01T00:00:00Z'))).toBe('2026-04');
});
