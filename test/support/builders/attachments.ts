/** Files for integration tests: uploading, reading and finding them in the bucket. */

import { encodeForm, formType, type Part, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import type { Api, TestResponse } from '../clients/api.ts';

export const attachmentsPath = '/api/attachments';
export const libraryPath = `${attachmentsPath}/library`;
export const partitionsPath = `${attachmentsPath}/partitions`;
export const uploadsPath = `${attachmentsPath}/uploads`;

export interface UploadItem extends Record<string, unknown> {
  id: string;
  fileName: string;
  tags: string[];
  assignments: Record<string, unknown>[];
  partitionCode: string;
}
export type UploadResponse = TestResponse<{ ok: boolean; item: UploadItem; error: string; code: string }>;

/** Sends a form unchanged. */
export function sendForm(
  api: Api,
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<UploadResponse> {
  const options = { body: encodeForm(parts), headers: { 'content-type': formType, ...headers } };
  return api.post(attachmentsPath, options) as Promise<UploadResponse>;
}

/** Uploads a small text for an order; the test may pass other fields and another file. */
export function upload(
  api: Api,
  fields: Record<string, string> = {},
  file: Partial<Part> = {},
): Promise<UploadResponse> {
  return sendForm(api, uploadParts(fields, file));
}

/** Stores a file. Throws when the upload fails. */
export async function aFile(
  api: Api,
  fields: Record<string, string> = {},
  file: Partial<Part> = {},
): Promise<UploadItem> {
  const { status, body } = await upload(api, fields, file);
  if (status !== 200) throw new Error(`The upload returned ${status}: ${JSON.stringify(body)}`);
  return body.item;
}

/** A partition of the tenant without text extraction, so that files stay as uploaded. Returns its code. */
export async function aQuietPartition(api: Api, code = 'quiet'): Promise<string> {
  const { status } = await api.post(partitionsPath, { body: { code, title: code, requiresOcr: false } });
  if (status !== 201) throw new Error(`The partition returned ${status}.`);
  return code;
}

export const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface StartedUpload {
  attachmentId: string;
  uploadUrl: string;
  fields: Record<string, string>;
  expiresInSeconds: number;
  maxBytes: number;
}

/** Starts a direct upload. Throws when it was refused. */
export async function beganUpload(api: Api, body: Record<string, unknown> = {}): Promise<StartedUpload> {
  const about = { entityId: 'sales.order', recordId: 'SO-1', fileName: 'hello.txt', ...body };
  const { status, body: begun } = await api.post<StartedUpload>(uploadsPath, { body: about });
  if (status !== 201) throw new Error(`The upload returned ${status}: ${JSON.stringify(begun)}`);
  return begun;
}

/** Sends a file to the bucket as a browser does. Returns the bucket's status. */
export async function sentToBucket(
  { uploadUrl, fields }: StartedUpload,
  content: string | Uint8Array,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'hello.txt');
  return (await fetch(uploadUrl, { method: 'POST', body: form })).status;
}
