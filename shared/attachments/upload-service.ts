/** Uploads as one multipart form: the file goes to staging while it comes in, and from there to its place. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../audit/record.ts';
import { deleteObjects, openUpload } from '../files/bucket.ts';
import { stagingKey } from '../files/object-keys.ts';
import { FileTooLargeError, MalformedBodyError } from '../http/errors.ts';
import { type FormSelection, selectFromForm } from '../http/scope.ts';
import type { StreamedBody } from '../http/stream-body.ts';
import type { Principal, Scope } from '../identity/principal.ts';
import { describeError, log } from '../log.ts';
import { megabyteSetting } from '../settings.ts';
import { acceptFile } from './accept-file.ts';
import type { Attachment } from './attachment.ts';
import { isActiveName, isExecutableName } from './file-name.ts';
import { parseAssignments, parseCustomFields, parsePartitionCode, parseTags } from './form-parts.ts';
import { type ReceivedForm, readForm } from './form-reader.ts';
import { attachmentLimits, formLimits } from './limits.ts';
import { missingParts, type ReceivedFile, type UploadTarget } from './upload-decision.ts';

/** Staging folder of callers who name their tenant in the form only. */
const noTenantYet = 'unscoped';

/** Throws MalformedBodyError for another content type, FileTooLargeError by the announced length. */
function refuseUnread({ contentType, contentLength }: StreamedBody, maxBytes: number): void {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new MalformedBodyError('Send the file in a form: content-type multipart/form-data.');
  if ((contentLength ?? 0) > maxBytes + formLimits.overheadBytes) throw new FileTooLargeError(maxBytes);
}

/** Removes what was staged. Never throws: the bucket forgets it after a day. */
export async function discardStaged(key: string): Promise<void> {
  await deleteObjects([key]).catch((error: unknown) =>
    log('warn', 'a staged file is left over', { key, error: describeError(error) }),
  );
}

/** The last value of each part. */
function lastValues({ fields }: ReceivedForm): Map<string, string> {
  return new Map([...fields].map(([name, values]) => [name, values.at(-1) ?? '']));
}

function selectionOf({ fields }: ReceivedForm): FormSelection {
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
    fieldKey: fieldKey?.slice(0, attachmentLimits.fieldKey + 1),
    partitionCode: parsePartitionCode(parts.get('partitionCode')),
  };
  return { target, file };
}

/**
 * Stores the file of a form. `selected` is what the request itself selects; the form may say more, or the same. Throws
 * what is wrong with the form or the file; nothing of it is left then.
 */
export async function uploadForm(
  selected: Partial<Scope>,
  body: StreamedBody,
  context: ChangeContext & { principal: Principal },
): Promise<Attachment> {
  const maxFileBytes = megabyteSetting('UPLOAD_MAX_MB');
  refuseUnread(body, maxFileBytes);
  const id = randomUUID();
  const stagedKey = stagingKey(selected.tenantId ?? noTenantYet, id);
  const { contentType, chunks } = body;
  const form = await readForm({
    contentType,
    chunks,
    maxFileBytes,
    // What will be refused for its name is read, because other refusals come first, but goes nowhere.
    openSink: (name) =>
      isExecutableName(name) || isActiveName(name)
        ? undefined
        : openUpload(stagedKey, { expectedBytes: body.contentLength }),
  });
  try {
    const scope = await selectFromForm(context.principal, selected, selectionOf(form));
    const parts = lastValues(form);
    const { target, file } = targetOf(parts, form.file);
    const upload = {
      id,
      target,
      tags: parseTags(parts.get('tags')),
      assignments: parseAssignments(parts.get('assignments')),
      custom: (definitions: Parameters<typeof parseCustomFields>[1]) => parseCustomFields(parts, definitions),
      file,
      stagedKey,
    };
    // The time of a slow upload is when it has come, not when it began.
    return await acceptFile(scope, upload, { ...context, nowMs: Date.now() });
  } finally {
    if (form.isKept) await discardStaged(stagedKey);
  }
}
