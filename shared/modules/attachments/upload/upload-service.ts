/** Form uploads: the file is streamed to its final key and becomes visible after it was accepted. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Principal, Scope } from '../../../kernel/base/principal.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { FileTooLargeError, MalformedBodyError, ScopeRequiredError } from '../../../kernel/errors/errors.ts';
import { copyObject, deleteObjects, openUpload } from '../../../kernel/files/bucket.ts';
import { originalKey } from '../../../kernel/files/object-keys.ts';
import { type FormSelection, selectFromForm } from '../../../kernel/http/authentication/scope.ts';
import { type Created, createOnce, type Once } from '../../../kernel/http/create-once.ts';
import type { Actor, RequestCaller } from '../../../kernel/http/operation.ts';
import { replyOnce } from '../../../kernel/http/replayed.ts';
import type { StreamedBody } from '../../../kernel/http/stream-body.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Attachment } from '../attachment.ts';
import { attachmentLimits, formLimits } from '../limits.ts';
import { withItem } from '../views.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import { acceptFile } from './accept-file.ts';
import type { FileSink } from './file-intake.ts';
import { isExecutableName } from './file-name.ts';
import { detectType } from './file-type.ts';
import { parseAssignments, parseCustomFields, parsePartitionCode, parseTags } from './form-parts.ts';
import { type FormFields, readForm } from './form-reader.ts';
import { isActiveFile, missingParts, type ReceivedFile, type UploadTarget } from './upload-decision.ts';

/** Scope of the object of a large file until the form selects an organization in a later part. */
const unknownScope = { tenantId: 'unscoped', organizationId: 'unscoped' } as const;

/** Checks headers before reading the body. Throws MalformedBodyError for another content type, and FileTooLargeError. */
function checkHeaders({ contentType, contentLength }: StreamedBody, maxBytes: number): void {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new MalformedBodyError('Send the file in a form: content-type multipart/form-data.');
  if ((contentLength ?? 0) > maxBytes + formLimits.overheadBytes) throw new FileTooLargeError(maxBytes);
}

/** Returns the last value of each part. */
function lastValues(fields: FormFields): Map<string, string> {
  return new Map([...fields].map(([name, values]) => [name, values.at(-1) ?? '']));
}

function selectionOf(fields: FormFields): FormSelection {
  return { tenantId: fields.get('tenantId') ?? [], organizationId: fields.get('organizationId') ?? [] };
}

/** Returns the target of an upload. Throws InvalidInputError if a required part is missing. */
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
    // Longer keys cannot exist; a truncated key stays unknown.
    fieldKey: fieldKey && truncate(fieldKey, attachmentLimits.fieldKey + 1),
    partitionCode: parsePartitionCode(parts.get('partitionCode')),
  };
  return { target, file };
}

/**
 * Returns the scope of a file by the parts before it; later parts may select another scope. Throws ScopeForbiddenError if
 * no later part can make the selection valid.
 */
async function likelyScope(
  principal: Principal,
  selected: Partial<Scope>,
  fields: FormFields,
): Promise<RowScope> {
  try {
    return await selectFromForm(principal, selected, selectionOf(fields));
  } catch (error) {
    if (error instanceof ScopeRequiredError) return unknownScope;
    throw error;
  }
}

/**
 * Creates the object of a file. If a part after a large file selected another organization, the object is moved.
 */
async function completeObject(sink: FileSink, objectKey: string): Promise<void> {
  const from = sink.fixedKey ?? objectKey;
  await sink.complete(objectKey);
  if (from === objectKey) return;
  await copyObject(from, objectKey);
  await deleteObjects([from]);
}

/** Who uploads a form. Each part of the scope that the request selects may be missing: the form may add to it. */
export interface Uploader extends Actor<Partial<Scope>>, Pick<RequestCaller, 'idempotencyKey'> {}

/** A received form with its file, which is not visible before `createObject`. */
export interface ReceivedUpload {
  scope: Scope;
  /** The last value of each part. */
  parts: ReadonlyMap<string, string>;
  file: ReceivedFile | undefined;
  /** Key of a temporary object, if it differs from the final key. */
  temporaryKey: string | undefined;
  createObject: (objectKey: string) => Promise<void>;
}

/**
 * Reads a form, streams its file to the key of `id`, and passes it to `store`. Throws the errors of the form and of
 * `store`; then the file is removed.
 */
export async function receiveUpload<Result>(
  { scope: selected, context: { principal } }: Uploader,
  id: string,
  body: StreamedBody,
  store: (upload: ReceivedUpload) => Promise<Result>,
): Promise<Result> {
  const maxFileBytes = megabyteSetting('UPLOAD_MAX_MB');
  checkHeaders(body, maxFileBytes);
  const { contentType, chunks, contentLength: expectedBytes } = body;
  const { fields, file, sink } = await readForm({
    contentType,
    chunks,
    maxFileBytes,
    async openSink(fileStart, fieldsBefore) {
      // A file that will be rejected is read without a sink, because other errors have precedence.
      if (isExecutableName(fileStart.name) || isActiveFile(fileStart)) return undefined;
      const { tenantId, organizationId } = await likelyScope(principal, selected, fieldsBefore);
      const key = originalKey({ tenantId, organizationId, attachmentId: id });
      return openUpload(key, {
        contentType: detectType(fileStart.head, fileStart.name, fileStart.clientType),
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
      temporaryKey: isMoved ? sink?.fixedKey : undefined,
      async createObject(objectKey) {
        if (sink === undefined) throw new Error('A rejected file has no sink.');
        await completeObject(sink, objectKey);
      },
    });
  } finally {
    // Has no effect on a completed upload.
    await sink?.abort();
  }
}

/**
 * Stores the file of a received form once per `Idempotency-Key`: equal requests have the same parts and the same bytes. The
 * time of an upload is its end.
 */
export function storeOnce(
  operationId: string,
  { idempotencyKey, context }: Uploader,
  { scope, parts, file }: ReceivedUpload,
  create: (context: ChangeContext) => Promise<Attachment>,
): Promise<Once<Attachment>> {
  const { name, clientType, sha256 } = file ?? {};
  const content = { parts: Object.fromEntries(parts), file: { name, clientType, sha256 } };
  const steps = { create, replay: ({ id }: Created) => visibleAttachment(scope, id) };
  return createOnce(
    { operationId, idempotencyKey, scope, content },
    { ...context, nowMs: Date.now() },
    steps,
  );
}

/** Stores the file of a form. Throws if the form or the file is invalid; then nothing is stored. */
export async function uploadAttachment(caller: Uploader, body: StreamedBody) {
  const id = randomUUID();
  const stored = await receiveUpload(caller, id, body, (received) =>
    storeOnce('uploadAttachment', caller, received, (once) => {
      const { scope, parts, file: receivedFile, ...placing } = received;
      const { target, file } = targetOf(parts, receivedFile);
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
      return acceptFile(scope, upload, once);
    }),
  );
  return replyOnce(stored, withItem);
}
