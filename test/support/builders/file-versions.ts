/** Versions of files for integration tests. */
import { createHash } from 'node:crypto';
import { encodeForm, formType, type Part } from '../../../lib/lab/fuzz/multipart.ts';
import { listObjects } from '../../../shared/kernel/files/bucket.ts';
import type { TestResponse } from '../clients/api.ts';
import { aFile, attachmentsPath, libraryPath, partitionsPath, type UploadItem } from './attachments.ts';
import type { TestCaller } from './tenants.ts';

export interface VersionItem {
  number: number;
  fileName: string;
  fileSize: number;
  mimeType: string;
  sha256: string;
  createdBy: string | null;
  restoredFrom: number | null;
  isCurrent: boolean;
}
export type VersionResponse = TestResponse<{
  item: UploadItem;
  version: VersionItem;
  code: string;
  details: unknown;
}>;

export const versionsPath = (id: string) => `${libraryPath}/${id}/versions`;

/** Uploads a small text as a new version; the test may pass another file. */
export function uploadVersion(
  { api }: Pick<TestCaller, 'api'>,
  attachmentId: string,
  file: Partial<Part> = {},
  headers: Record<string, string> = {},
): Promise<VersionResponse> {
  const parts: Part[] = [
    { name: 'attachmentId', value: attachmentId },
    { name: 'file', value: 'second', filename: 'second.txt', type: 'text/plain', ...file },
  ];
  const options = { body: encodeForm(parts), headers: { 'content-type': formType, ...headers } };
  return api.post('/api/attachments/versions', options) as Promise<VersionResponse>;
}

/** Stores a new version. Throws when that fails. */
export async function aVersion(
  caller: Pick<TestCaller, 'api'>,
  attachmentId: string,
  file: Partial<Part> = {},
): Promise<VersionItem> {
  const { status, body } = await uploadVersion(caller, attachmentId, file);
  if (status !== 200) throw new Error(`The version returned ${status}: ${JSON.stringify(body)}`);
  return body.version;
}

export async function versionsOf({ api }: Pick<TestCaller, 'api'>, id: string): Promise<VersionItem[]> {
  return (await api.get<{ items: VersionItem[] }>(versionsPath(id))).body.items;
}

export const usageOf = async ({ api }: Pick<TestCaller, 'api'>) =>
  (await api.get(`${attachmentsPath}/usage`)).body;

/** Keys of the tenant's objects in an area of the bucket. */
export const keysOf = async ({ tenantId }: Pick<TestCaller, 'tenantId'>, area = 't') =>
  Array.fromAsync(listObjects(`${area}/${tenantId}/`), ({ key }) => key);

export const filePath = (id: string) => `${attachmentsPath}/file/${id}`;
export const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** A file of five bytes in a partition that keeps this number of versions and extracts no text. */
export async function aQuietFile({ api }: Pick<TestCaller, 'api'>, versionsKept = 10): Promise<UploadItem> {
  const code = `keeps-${versionsKept}`;
  const { status } = await api.post(partitionsPath, {
    body: { code, title: 'Kept', requiresOcr: false, versionsKept },
  });
  if (status !== 201) throw new Error(`The partition returned ${status}.`);
  return aFile(api, { partitionCode: code, tags: 'kept', cf_note: 'kept' });
}
