/** Typical calls of attachments: each about a small file, or a partition, of its own. */
import { randomUUID } from 'node:crypto';
import * as attachments from '../../shared/attachments/contract.ts';
import type { BenchCaller, Platform } from './platform.ts';
import type { Prepare, TypicalCall } from './typical-calls.ts';

const path = attachments.uploadAttachment.path;
const record = { entityId: 'sales.order', recordId: 'SO-1001' };
const aFile = () => new Blob(['hello']);

function uploadForm(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(record)) form.set(name, value);
  form.set('tags', '["invoice"]');
  form.set('file', aFile(), 'hello.txt');
  return form;
}

const ofFile =
  (call: (id: string) => TypicalCall): Prepare =>
  async (platform, caller) => {
    const { body } = await platform.call(caller, 'POST', path, uploadForm());
    return call((body as { item: { id: string } }).item.id);
  };

const newPartition = () => ({ code: `bench-${randomUUID().slice(0, 8)}`, title: 'Bench' });
const partitions = attachments.createPartition.path;

const ofPartition =
  (call: (id: string, made: object) => TypicalCall): Prepare =>
  async (platform, caller) => {
    const made = newPartition();
    const { body } = await platform.call(caller, 'POST', partitions, made);
    return call((body as { item: { id: string } }).item.id, made);
  };

const begin = { ...record, fileName: 'hello.txt', fileSize: 5 };

/** A direct upload whose file lies in the bucket. */
async function sentUpload(platform: Platform, caller: BenchCaller): Promise<TypicalCall> {
  const { body } = await platform.call(caller, 'POST', attachments.beginUpload.path, begin);
  const { attachmentId, uploadUrl, fields } = body as {
    attachmentId: string;
    uploadUrl: string;
    fields: Record<string, string>;
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', aFile(), 'hello.txt');
  const { ok, status } = await fetch(uploadUrl, { method: 'POST', body: form });
  if (!ok) throw new Error(`The bucket answered ${status}.`);
  return { path: attachments.completeUpload.path.replace('{id}', attachmentId) };
}

/** By operation id. */
export const attachmentPreparations: Readonly<Record<string, Prepare>> = {
  uploadAttachment: async () => ({ path, body: uploadForm() }),
  listAttachments: ofFile(() => ({
    path: `${path}?entityId=sales.order&recordId=SO-1001&page=1&pageSize=25`,
  })),
  deleteAttachment: ofFile((id) => ({ path: `${path}?id=${id}` })),
  transferAttachments: ofFile((id) => ({
    path: attachments.transferAttachments.path,
    body: { entityId: 'sales.order', attachmentIds: [id], toRecordId: 'SO-1002' },
  })),
  getLibraryItem: ofFile((id) => ({ path: attachments.getLibraryItem.path.replace('{id}', id) })),
  extractContent: ofFile((id) => ({ path: attachments.extractContent.path.replace('{id}', id) })),
  updateLibraryItem: ofFile((id) => ({
    path: attachments.updateLibraryItem.path.replace('{id}', id),
    body: { tags: ['paid'] },
  })),
  deleteLibraryItem: ofFile((id) => ({ path: attachments.deleteLibraryItem.path.replace('{id}', id) })),
  beginUpload: async () => ({ path: attachments.beginUpload.path, body: begin }),
  completeUpload: sentUpload,
  createPartition: async () => ({ path: partitions, body: newPartition() }),
  updatePartition: ofPartition((id, made) => ({ path: partitions, body: { id, ...made, isPublic: true } })),
  deletePartition: ofPartition((id) => ({ path: `${partitions}?id=${id}` })),
};
