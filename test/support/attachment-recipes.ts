/** What makes the writing endpoints of attachments succeed, and which events that publishes. */

import type { Answer, Api } from './api.ts';
import {
  aFile,
  attachmentsPath,
  beganUpload,
  libraryPath,
  partitionsPath,
  sentToBucket,
  upload,
  uploadsPath,
} from './attachments.ts';
import { aTenant } from './builders.ts';
import type { Recipe } from './write-recipes.ts';

const ofFile =
  (event: string, send: (api: Api, id: string) => Promise<Answer>): Recipe =>
  async () => {
    const { api } = await aTenant();
    const { id } = await aFile(api, { tags: '["a"]' });
    return { events: [`attachments.attachment.${event}`], send: () => send(api, id) };
  };

const aPartition = { code: 'contracts', title: 'Contracts' };
const ofPartition =
  (event: string, send: (api: Api, id: string) => Promise<Answer>): Recipe =>
  async () => {
    const { api } = await aTenant();
    const { body } = await api.post<{ item: { id: string } }>(partitionsPath, { body: aPartition });
    return { events: [`attachments.partition.${event}`], send: () => send(api, body.item.id) };
  };

export const attachmentRecipes: Readonly<Record<string, Recipe>> = {
  uploadAttachment: async () => {
    const { api } = await aTenant();
    return {
      events: ['attachments.attachment.created'],
      send: () => upload(api, { tags: 'a,b' }) as Promise<unknown> as Promise<Answer>,
    };
  },
  completeUpload: async () => {
    const { api } = await aTenant();
    const begun = await beganUpload(api);
    await sentToBucket(begun, 'hello');
    return {
      events: ['attachments.attachment.created'],
      send: () => api.post(`${uploadsPath}/${begun.attachmentId}/complete`),
    };
  },
  updateLibraryItem: ofFile('updated', (api, id) =>
    api.patch(`${libraryPath}/${id}`, { body: { tags: ['b'] } }),
  ),
  transferAttachments: ofFile('updated', (api, id) =>
    api.post(`${attachmentsPath}/transfer`, {
      body: { entityId: 'sales.order', attachmentIds: [id], toRecordId: 'SO-2' },
    }),
  ),
  extractContent: ofFile('extraction_requested', (api, id) => api.post(`${libraryPath}/${id}/extract`)),
  deleteAttachment: ofFile('deleted', (api, id) => api.delete(`${attachmentsPath}?id=${id}`)),
  deleteLibraryItem: ofFile('deleted', (api, id) => api.delete(`${libraryPath}/${id}`)),
  createPartition: async () => {
    const { api } = await aTenant();
    return {
      events: ['attachments.partition.created'],
      send: () => api.post(partitionsPath, { body: aPartition }),
    };
  },
  updatePartition: ofPartition('updated', (api, id) =>
    api.put(partitionsPath, { body: { id, ...aPartition, isPublic: true } }),
  ),
  deletePartition: ofPartition('deleted', (api, id) => api.delete(`${partitionsPath}?id=${id}`)),
};
