/** Form uploads of new versions. */
import { randomUUID } from 'node:crypto';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Precondition } from '../../../kernel/http/operation.ts';
import { replyOnce } from '../../../kernel/http/replayed.ts';
import type { StreamedBody } from '../../../kernel/http/stream-body.ts';
import { receiveUpload, storeOnce, type Uploader } from '../upload/upload-service.ts';
import { withNewVersion } from '../views.ts';
import { acceptVersion } from './accept-version.ts';

/** Stores the file of a form as a new version. Throws NotFoundError, StaleError, and errors of the form or the file. */
export async function uploadVersion(caller: Uploader, { ifMatch, ...body }: StreamedBody & Precondition) {
  const fileId = randomUUID();
  const stored = await receiveUpload(caller, fileId, body, (received) =>
    storeOnce('uploadVersion', caller, received, (once) => {
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
  return replyOnce(stored, withNewVersion);
}
