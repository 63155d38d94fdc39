/** Notifies users who manage files when text extraction fails. */
import type { Message } from '../../kernel/queues/message.ts';
import { notify } from './notify.ts';

export const failedExtractionType = 'attachments.attachment.extraction_failed';

export type FailedExtractionEvent = Message<{ id: string; fileName: string; errorMessage: string }>;

/** Notifies holders of `attachments.manage` of a failed extraction. Each file has at most one active notification. */
export async function notifyOfFailedExtraction(event: FailedExtractionEvent, nowMs: number): Promise<void> {
  const { tenantId, organizationId, data } = event;
  if (tenantId === null || organizationId === null) return;
  const { id, fileName, errorMessage } = data;
  await notify(
    {
      scope: { tenantId, organizationId },
      to: { feature: 'attachments.manage' },
      type: failedExtractionType,
      severity: 'warning',
      title: `Text extraction of “${fileName}” failed`,
      body: errorMessage,
      titleKey: `${failedExtractionType}.title`,
      bodyKey: `${failedExtractionType}.body`,
      variables: { fileName, errorMessage },
      icon: 'file',
      source: { module: 'attachments', entityType: 'attachments.attachment', entityId: id },
      groupKey: id,
    },
    { nowMs, causes: [event.id] },
  );
}
