import type { Scope } from '../../kernel/base/principal.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import type { Attachment } from './attachment.ts';
import { getAttachment } from './attachment-store.ts';

/** Returns an attachment that the caller may see. Throws NotFoundError for all others, whether they exist or not. */
export async function visibleAttachment(scope: Scope, id: string): Promise<Attachment> {
  const attachment = await getAttachment(scope, id.toLowerCase());
  if (attachment === undefined || !scope.organizationIds.includes(attachment.organizationId))
    throw new NotFoundError('Attachment');
  return attachment;
}
