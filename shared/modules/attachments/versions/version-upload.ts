/** Form uploads of new versions. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Principal, Scope } from '../../../kernel/base/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Once } from '../../../kernel/http/create-once.ts';
import type { StreamedBody } from '../../../kernel/http/stream-body.ts';
import type { Attachment } from '../attachment.ts';
import { receiveUpload, storeOnce, type UploadKey } from '../upload/upload-service.ts';
import { acceptVersion } from './accept-version.ts';

/** Stores the file of a form as a new version. Throws NotFoundError, StaleError, and errors of the form or the file. */
export async function uploadVersion(
  selected: Partial<Scope>,
  body: StreamedBody,
  { ifMatch, ...key }: UploadKey & { ifMatch: string | undefined },
  context: ChangeContext & { principal: Principal },
): Promise<Once<Attachment>> {
  const fileId = randomUUID();
  return receiveUpload(fileId, selected, body, context.principal, (received) =>
    storeOnce(key, received, context, (once) => {
      const { scope, parts, file, ...placing } = received;
      const attachmentId = parts.get('attachmentId')?.trim() ?? '';
      if (attachmentId === '' || file === undefined)
        throw new InvalidInputError(
          {
            ...(attachmentId === '' && { attachmentId: 'is required' }),
            ...(file === undefined && { file: 'is required' }),
          },
          'A new version requires the parts attachmentId and file; see details.',
        );
      return acceptVersion(scope, { ...placing, file, fileId, attachmentId }, ifMatch, once);
    }),
  );
}
