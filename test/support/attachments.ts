/** Files for integration tests: uploaded, looked at, and looked for in the bucket. */
import { type Answer, type Api, send } from './api.ts';
import { encodeForm, formType, type Part, uploadParts } from './multipart.ts';

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
export type UploadAnswer = Answer<{ ok: boolean; item: UploadItem; error: string; code: string }>;

/** Sends a form as it is. */
export function sendForm(
  api: Api,
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<UploadAnswer> {
  const options = { body: encodeForm(parts), headers: { 'content-type': formType, ...headers } };
  return api.post(attachmentsPath, options) as Promise<UploadAnswer>;
}

/** Uploads a small text for an order, with other fields and another file where the test says so. */
export function upload(
  api: Api,
  fields: Record<string, string> = {},
  file: Partial<Part> = {},
): Promise<UploadAnswer> {
  return sendForm(api, uploadParts(fields, file));
}

/** A file that is stored. Throws when it is not. */
export async function aFile(
  api: Api,
  fields: Record<string, string> = {},
  file: Partial<Part> = {},
): Promise<UploadItem> {
  const { status, body } = await upload(api, fields, file);
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
  return body.item;
}

/** A form as sent without credentials. */
export function uploadAnonymously(parts: readonly Part[]): Promise<Answer> {
  return send('POST', attachmentsPath, { body: encodeForm(parts), headers: { 'content-type': formType } });
}

export const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
