import { invoice, picture } from '../../kernel/samples/files.ts';
import { bodyOf, continued, madeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as deliveryContract from './delivery/delivery-contract.ts';
import * as shareContract from './delivery/share-contract.ts';
import * as libraryContract from './library/library-contract.ts';
import * as recordFilesContract from './library/record-files-contract.ts';
import * as partitionContract from './partitions/partition-contract.ts';
import * as uploadContract from './upload/upload-contract.ts';
import * as versionContract from './versions/version-contract.ts';

const record = { entityId: 'sales.order', recordId: 'SO-1001' };
const created = ['attachments.attachment.created'];

const uploadOf = (file: typeof invoice) =>
  sample(uploadContract.uploadAttachment, {
    request: () => ({ body: { ...record, tags: '["invoice"]', file } }),
    events: created,
  });
const uploadAttachment = uploadOf(invoice);
const itemIn = ({ item }: Readonly<Record<string, unknown>>) => ({ id: String(Object(item).id) });
const file = madeBy(uploadAttachment, itemIn);
const image = madeBy(uploadOf(picture), itemIn);

const createShare = sampleAfter(file, shareContract.createShare, {
  request: (params) => ({ params, body: { name: 'For the auditor', expiresInSeconds: 86_400 } }),
  events: ['attachments.share.created'],
});
const share = madeBy(createShare, ({ id, url }, { params }) => ({
  id: String(params?.id),
  shareId: String(id),
  token: String(url).split('/').at(-1) ?? '',
}));

const size = { width: '32', height: '24' };
/** An image with a stored size. */
const sizedImage = continued(image, (client, params) =>
  client.call(deliveryContract.getImage, { params, query: size }),
);

const beginUpload = sample(uploadContract.beginUpload, {
  request: () => ({ body: { ...record, fileName: invoice.fileName, fileSize: invoice.content.byteLength } }),
  withoutEvents: 'The completion publishes the event.',
});
/** A direct upload whose file is in the bucket. */
const sentUpload: Need<{ id: string }> = continued(
  madeBy(beginUpload, ({ attachmentId, uploadUrl, fields }) => ({
    id: String(attachmentId),
    url: String(uploadUrl),
    fields: Object(fields),
  })),
  async (_, { url, fields }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    form.set('file', new Blob([Uint8Array.from(invoice.content)]), invoice.fileName);
    const { ok, status } = await fetch(url, { method: 'POST', body: form });
    if (!ok) throw new Error(`The bucket rejected the file with ${status}.`);
  },
);

const uploadVersion = sampleAfter(file, versionContract.uploadVersion, {
  request: ({ id }) => ({ body: { attachmentId: id, file: invoice } }),
  events: ['attachments.attachment.version_created'],
});
/** A file with an earlier version. */
const earlierVersion = madeBy(uploadVersion, (_, request) => ({
  id: String(bodyOf(request).attachmentId),
  version: '1',
}));

const createPartition = sample(partitionContract.createPartition, {
  request: (unique) => ({
    body: { code: unique('contracts'), title: 'Contracts', description: 'Signed contracts' },
  }),
  events: ['attachments.partition.created'],
});
const partition = madeBy(createPartition, ({ item }, request) => ({
  id: String(Object(item).id),
  code: String(bodyOf(request).code),
}));

export const attachmentSamples = [
  sampleAfter(file, deliveryContract.downloadFile, { request: (params) => ({ params }) }),
  sampleAfter(share, deliveryContract.downloadSharedFile, {
    request: ({ token }) => ({ params: { token } }),
  }),
  createShare,
  sampleAfter(share, shareContract.listShares, { request: ({ id }) => ({ params: { id } }) }),
  sampleAfter(share, shareContract.revokeShare, {
    request: ({ id, shareId }) => ({ params: { id, shareId } }),
    events: ['attachments.share.deleted'],
  }),
  sampleAfter(sizedImage, deliveryContract.getImage, { request: (params) => ({ params, query: size }) }),
  sample(libraryContract.listLibrary),
  sampleAfter(file, libraryContract.getLibraryItem, { request: (params) => ({ params }) }),
  sampleAfter(file, libraryContract.extractContent, {
    request: (params) => ({ params }),
    events: ['attachments.attachment.extraction_requested'],
  }),
  sampleAfter(file, libraryContract.updateLibraryItem, {
    request: (params) => ({
      params,
      body: { tags: ['invoice', 'paid'], customFields: { confidential: true } },
    }),
    events: ['attachments.attachment.updated'],
  }),
  sampleAfter(file, libraryContract.deleteLibraryItem, {
    request: (params) => ({ params }),
    events: ['attachments.attachment.deleted'],
  }),
  sample(partitionContract.listPartitions),
  createPartition,
  sampleAfter(partition, partitionContract.updatePartition, {
    request: ({ id, code }) => ({ body: { id, code, title: 'Contracts', isPublic: true } }),
    events: ['attachments.partition.updated'],
  }),
  sampleAfter(partition, partitionContract.deletePartition, {
    request: ({ id }) => ({ query: { id } }),
    events: ['attachments.partition.deleted'],
  }),
  sampleAfter(file, recordFilesContract.listAttachments, { request: () => ({ query: record }) }),
  sampleAfter(file, recordFilesContract.deleteAttachment, {
    request: (query) => ({ query }),
    events: ['attachments.attachment.deleted'],
  }),
  sampleAfter(file, recordFilesContract.transferAttachments, {
    request: ({ id }) => ({
      body: {
        entityId: record.entityId,
        attachmentIds: [id],
        fromRecordId: record.recordId,
        toRecordId: 'SO-1002',
      },
    }),
    events: ['attachments.attachment.updated'],
  }),
  uploadVersion,
  sampleAfter(file, versionContract.beginVersionUpload, {
    request: (params) => ({
      params,
      body: { fileName: invoice.fileName, fileSize: invoice.content.byteLength },
    }),
    withoutEvents: 'The completion publishes the event.',
  }),
  sampleAfter(earlierVersion, versionContract.listVersions, { request: ({ id }) => ({ params: { id } }) }),
  sampleAfter(earlierVersion, versionContract.downloadVersion, { request: (params) => ({ params }) }),
  sampleAfter(earlierVersion, versionContract.restoreVersion, {
    request: (params) => ({ params }),
    events: ['attachments.attachment.version_created'],
  }),
  sampleAfter(earlierVersion, versionContract.deleteVersion, {
    request: (params) => ({ params }),
    events: ['attachments.attachment.version_deleted'],
  }),
  sample(recordFilesContract.getUsage),
  uploadAttachment,
  beginUpload,
  sampleAfter(sentUpload, uploadContract.completeUpload, {
    request: ({ id }) => ({ params: { id } }),
    events: created,
  }),
];
