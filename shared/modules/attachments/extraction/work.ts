/** The worker of the queue `text-extraction`. */
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { MessageHandler } from '../../../kernel/queues/worker.ts';
import { extract } from './extract.ts';
import { followChange, followRemoval, followVersion } from './follow.ts';

export const work: MessageHandler<{ id: string; run?: number }> = async (message, delivery) => {
  switch (message.type) {
    case 'attachments.attachment.created':
    case 'attachments.attachment.extraction_requested':
      return extract(message, delivery);
    case 'attachments.attachment.version_created':
      return followVersion(message, delivery);
    case 'attachments.attachment.updated':
      return followChange(message);
    case 'attachments.attachment.deleted':
      return followRemoval(message);
    default:
      throw new PermanentError(`Text extraction does not process ${message.type}.`);
  }
};
