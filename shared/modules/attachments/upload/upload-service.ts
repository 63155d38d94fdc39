/** Uploads as one multipart form: the file goes to its place while it comes in, unseen until it is accepted. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Principal, Scope } from '../../../kernel/auth/principal.ts';
import { type FormSelection, selectFromForm } from '../../../kernel/auth/scope.ts';
import { FileTooLargeError, MalformedBodyError, ScopeRequiredError } from '../../../kernel/errors/errors.ts';
import { copyObject, deleteObjects, openUpload } from '../../../kernel/files/bucket.ts';
import { originalKey } from '../../../kernel/files/object-keys.ts';
import type { StreamedBody } from '../../../kernel/http/stream-body.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { truncate } from '../../../kernel/text/text.ts';
import type { Attachment } from '../attachment.ts';
import { attachmentLimits, formLimits } from '../limits.ts';
import { acceptFile } from './accept-file.ts';
import type { FileSink } from './file-intake.ts';
import { isExecutableName } from './file-name.ts';
import { detectType } from './file-type.ts';
import { parseAssignments, parseCustomFields, parsePartitionCode, parseTags } from './form-parts.ts';
import { type FormFields, readForm } from './form-reader.ts';
import { isActiveFile, missingParts, type ReceivedFile, type UploadTarget } from './upload-decision.ts';

/** Where a large file comes in whose form says only later which organization it is for. */
const nowhereYet = { tenantId: 'unscoped', organizationId: 'unscoped' } as const;

/** Throws MalformedBodyError for another content type, FileTooLargeError by the announced length. */
function refuseUnread({ contentType, contentLength }: StreamedBody, maxBytes: number): void {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new MalformedBodyError('Send the file in a form: content-type multipart/form-data.');
  if ((contentLength ?? 0) > maxBytes + formLimits.overheadBytes) throw new FileTooLargeError(maxBytes);
}

/** The last value of each part. */
function lastValues(fields: FormFields): Map<string, string> {
  return new Map([...fields].map(([name, values]) => [name, values.at(-1) ?? '']));
}

function selectionOf(fields: FormFields): FormSelection {
  return { tenantId: fields.get('tenantId') ?? [], organizationId: fields.get('organizationId') ?? [] };
}

/** Where the form says that the file belongs. Throws InvalidInputError when a part that each must have is missing. */
function targetOf(
  parts: ReadonlyMap<string, string>,
  file: ReceivedFile | undefined,
): { target: UploadTarget; file: ReceivedFile } {
  const [entityId, recordId] = [parts.get('entityId'), parts.get('recordId')];
  const problem = missingParts({ entityId, recordId, hasFile: file !== undefined });
  if (problem !== undefined || entityId === undefined || recordId === undefined || file === undefined)
    throw problem;
  const fieldKey = parts.get('fieldKey')?.trim() || undefined;
  const target = {
    entityId: entityId.trim(),
    recordId: recordId.trim(),
    // No field has a longer key: such a one is as unknown as any other.
    fieldKey: fieldKey && truncate(fieldKey, attachmentLimits.fieldKey + 1),
    partitionCode: parsePartitionCode(parts.get('partitionCode')),
  };
  return { target, file };
}

/**
 * Where a file belongs as far as its form has been read; what comes behind it may still say something else. Throws
 * ScopeForbiddenError for what nothing behind it can mend.
 */
async function likelyScope(
  principal: Principal,
  selected: Partial<Scope>,
  fields: FormFields,
): Promise<RowScope> {
  try {
    return await selectFromForm(principal, selected, selectionOf(fields));
  } catch (error) {
    if (error instanceof ScopeRequiredError) return nowhereYet;
    throw error;
  }
}

/**
 * Makes the object of a file. One that came in on the way to another organization than its form ended with is moved;
 * this happens to large ones only.
 */
async function place(sink: FileSink, objectKey: string): Promise<void> {
  const from = sink.fixedKey ?? objectKey;
  await sink.complete(objectKey);
  if (from === objectKey) return;
  await copyObject(from, objectKey);
  await deleteObjects([from]);
}

/** A form that has come in as a whole, and its file, which is not visible before it is placed. */
export interface ReceivedUpload {
  scope: Scope;
  /** The last value of each part. */
  parts: ReadonlyMap<string, string>;
  file: ReceivedFile | undefined;
  /** Where the file is for a moment, when that is not its place. */
  passesKey: string | undefined;
  place: (objectKey: string) => Promise<void>;
}

/**
 * Reads a form whose file goes to the place of the file `id`, and hands it to what stores the file. `selected` is what
 * the request itself selects; the form may say more, or the same. Throws what is wrong with the form, and what `store`
 * throws; nothing of the file is left then.
 */
export async function receiveUpload<Result>(
  id: string,
  selected: Partial<Scope>,
  body: StreamedBody,
  principal: Principal,
  store: (upload: ReceivedUpload) => Promise<Result>,
): Promise<Result> {
  const maxFileBytes = megabyteSetting('UPLOAD_MAX_MB');
  refuseUnread(body, maxFileBytes);
  const { contentType, chunks, contentLength: expectedBytes } = body;
  const { fields, file, sink } = await readForm({
    contentType,
    chunks,
    maxFileBytes,
    async openSink(begun, fieldsBefore) {
      // What will be refused is read all the same, because other refusals come first, but goes nowhere.
      if (isExecutableName(begun.name) || isActiveFile(begun)) return undefined;
      const { tenantId, organizationId } = await likelyScope(principal, selected, fieldsBefore);
      const key = originalKey({ tenantId, organizationId, attachmentId: id });
      return openUpload(key, {
        contentType: detectType(begun.head, begun.name, begun.clientType),
        expectedBytes,
      });
    },
  });
  try {
    const scope = await selectFromForm(principal, selected, selectionOf(fields));
    const { tenantId, organizationId } = scope;
    const isMoved = sink?.fixedKey !== originalKey({ tenantId, organizationId, attachmentId: id });
    return await store({
      scope,
      parts: lastValues(fields),
      file,
      passesKey: isMoved ? sink?.fixedKey : undefined,
      async place(objectKey) {
        if (sink === undefined) throw new Error('A file that is refused has nowhere to be placed.');
        await place(sink, objectKey);
      },
    });
  } finally {
    // What is complete stays.
    await sink?.abort();
  }
}

/** Stores the file of a form. Throws if the form or the file is invalid; then nothing is stored. */
export async function uploadForm(
  selected: Partial<Scope>,
  body: StreamedBody,
  context: ChangeContext & { principal: Principal },
): Promise<Attachment> {
  const id = randomUUID();
  return receiveUpload(
    id,
    selected,
    body,
    context.principal,
    async ({ scope, parts, file: received, ...placing }) => {
      const { target, file } = targetOf(parts, received);
      const upload = {
        ...placing,
        id,
        target,
        tags: parseTags(parts.get('tags')),
        assignments: parseAssignments(parts.get('assignments')),
        custom: (definitions: Parameters<typeof parseCustomFields>[1]) =>
          parseCustomFields(parts, definitions),
        file,
      };
      // The time of a slow upload is when it has come, not when it began.
      return acceptFile(scope, upload, { ...context, nowMs: Date.now() });
    },
  );
}
