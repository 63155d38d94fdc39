import { describe, expect, it } from 'vitest';
import { queues } from '../../../shared/catalog/queues.ts';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import {
  attempt,
  maxExtractionAttempts,
} from '../../../shared/modules/attachments/extraction/extraction-run.ts';
import { attachmentKey } from '../../../shared/modules/attachments/keys.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';

const attachment = {
  id: 'd2c5b1a0-7e4f-4b3a-9c8d-1e2f3a4b5c6d',
  tenantId: 'tenant',
  organizationId: 'organization',
  contentStatus: 'pending',
  updatedAt: '2026-03-01T10:00:00.000Z',
  revision: 1,
};

/** The number of attempts in a delivery, and the writes. */
async function deliveryOf(receiveCount: number, work: () => Promise<void>) {
  const { revision, ...row } = attachment;
  const key = attachmentKey(attachment, attachment.id);
  const table = aPoisonTable([
    { ...row, ...key, entity: 'attachment', v: 1, rev: revision, documents: '{}' },
  ]);
  let tries = 0;
  const ended = attempt(attachment as unknown as Attachment, { messageId: 'm', receiveCount }, () => {
    tries += 1;
    return work();
  });
  const error = await ended.catch((thrown: unknown) => thrown);
  return { tries, error, written: table.written().join('\n') };
}

describe('the extraction of a file', () => {
  it('that crashes its worker on every delivery fails with a reason', async () => {
    const { tries, error, written } = await deliveryOf(maxExtractionAttempts + 1, async () => undefined);
    expect({ tries, error }).toEqual({ tries: 0, error: undefined });
    expect(written).toContain('"failed"');
    expect(written).toContain('takes too much time or memory');
  });

  it('that throws is retried, and fails with its last attempt', async () => {
    const broken = () => Promise.reject(new Error('out of reach'));
    expect((await deliveryOf(maxExtractionAttempts - 1, broken)).written).toBe('');
    const { written } = await deliveryOf(maxExtractionAttempts, broken);
    expect(written).toContain('Text extraction failed temporarily');
  });

  it.each(['text-extraction', 'text-recognized'] as const)(
    'is delivered once more than it is attempted (%s)',
    (name) => {
      expect(queues[name]?.maxReceiveCount).toBe(maxExtractionAttempts + 1);
    },
  );
});
