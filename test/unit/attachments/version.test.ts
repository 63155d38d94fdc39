import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { thumbnailUrl } from '../../../shared/modules/attachments/attachment.ts';
import { extractionOf, isOpen } from '../../../shared/modules/attachments/extraction/extraction.ts';
import {
  currentVersionOf,
  decideRetention,
  storedBytesOf,
  withVersion,
} from '../../../shared/modules/attachments/versions/version.ts';

const nowMs = Date.parse('2026-03-02T09:30:00.000Z');

const first: Attachment = {
  id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
  entityId: 'sales.order',
  recordId: 'SO-1',
  fieldKey: null,
  partitionCode: 'privateAttachments',
  fileName: 'a.txt',
  originalName: 'a.txt',
  mimeType: 'text/plain',
  fileSize: 10,
  sha256: 'aa',
  objectKey: 't/…/original',
  tags: ['kept'],
  assignments: [],
  custom: { note: 'kept' },
  content: 'old text',
  contentStatus: 'done',
  extraction: { run: 3, bytes: 8, truncated: false, indexed: true, error: null },
  createdAt: '2026-03-01T09:30:00.000Z',
  createdBy: 'user:one',
  updatedAt: '2026-03-01T09:30:00.000Z',
  revision: 7,
};
const next = (fileId: string, fileSize: number) => ({
  fileId,
  fileName: 'b.pdf',
  originalName: 'b.pdf',
  mimeType: 'application/pdf',
  fileSize,
  sha256: 'bb',
  createdBy: 'user:two',
  restoredFrom: null,
  contentStatus: 'pending' as const,
});

describe('the stored versions of a file', () => {
  it.each([
    // kept, versionsKept → keeps the previous, removes
    [0, 10, true, 0],
    [9, 10, true, 0],
    [10, 10, true, 1],
    [0, 1, true, 0],
    [1, 1, true, 1],
    [0, 0, false, 0],
    [3, 0, false, 3],
    [12, 10, true, 3],
    [100, 0, false, 25],
    [100, 100, true, 1],
  ])('with %i versions kept and %i wanted', (kept, wanted, keepsPrevious, removedCount) => {
    expect(decideRetention(kept, wanted)).toEqual({ keepsPrevious, removedCount });
  });

  it('is reduced to a lower limit with the next version, and never exceeds the limit', () => {
    for (let wanted = 0; wanted <= 100; wanted += 1) {
      let kept = 100;
      for (let versions = 0; versions < 6; versions += 1) {
        const { keepsPrevious, removedCount } = decideRetention(kept, wanted);
        expect(removedCount).toBeLessThanOrEqual(Math.min(kept, 25));
        kept += (keepsPrevious ? 1 : 0) - removedCount;
      }
      expect(kept).toBe(wanted);
    }
  });
});

describe('a new version', () => {
  const second = withVersion(first, next('second', 20), { keepsPrevious: true, removed: [] }, nowMs);

  it('removes the text of the previous version, and ignores its late extraction', () => {
    expect(second).toMatchObject({ content: null, contentStatus: 'pending' });
    expect(extractionOf(second)).toMatchObject({ run: 4, bytes: 0, indexed: false });
    expect([isOpen(second, 3), isOpen(second, 4)]).toEqual([false, true]);
  });

  it('counts the bytes of the stored versions', () => {
    expect([storedBytesOf(first), storedBytesOf(second)]).toEqual([10, 30]);
    const removed = [currentVersionOf(first)];
    const third = withVersion(second, next('third', 5), { keepsPrevious: true, removed }, nowMs);
    expect(storedBytesOf(third)).toBe(25);
    const replaced = { keepsPrevious: false, removed: [currentVersionOf(second)] };
    const only = withVersion(third, next('only', 1), replaced, nowMs);
    expect([storedBytesOf(only), only.current?.keptCount]).toEqual([1, 0]);
  });

  it('is never older than its predecessor', () => {
    const { updatedAt } = withVersion(first, next('second', 1), { keepsPrevious: true, removed: [] }, 0);
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
  });

  it('has its own thumbnail', () => expect(thumbnailUrl(second, 200)).toMatch(/\?width=200&height=200&v=2$/));
});
