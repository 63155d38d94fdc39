import { hash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { headObject, listObjects } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { commit } from '../../../shared/kernel/table/write.ts';
import { storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import {
  aFile,
  attachmentsPath,
  libraryPath,
  partitionsPath,
  pngBytes,
  sendForm,
  type UploadResponse,
  upload,
  uploadAnonymously,
} from '../../support/builders/attachments.ts';
import { encodeForm, formType, uploadParts } from '../../support/builders/multipart.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

let caller: TestCaller;
beforeAll(async () => {
  caller = await aTenant();
});

const staged = (tenantId: string) => Array.fromAsync(listObjects(`staging/${tenantId}/`), ({ key }) => key);
const originals = (tenantId: string) => Array.fromAsync(listObjects(`t/${tenantId}/`), ({ key }) => key);
const record = `${attachmentsPath}?entityId=sales.order&recordId=`;

describe('an uploaded file', () => {
  it('is in the lists, the library and the bucket, and removed from all when it is deleted', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const item = await aFile(api, { tags: '["invoice","2026"]' });
    expect(item).toMatchObject({
      fileName: 'hello.txt',
      mimeType: 'text/plain',
      fileSize: 5,
      content: null,
      contentStatus: 'pending',
      partitionCode: 'privateAttachments',
      url: `/api/attachments/file/${item.id}`,
      thumbnailUrl: null,
      tags: ['invoice', '2026'],
      assignments: [{ type: 'sales.order', id: 'SO-1' }],
    });
    expect(item).not.toHaveProperty('customFields');
    expect((await api.get(`${record}SO-1`)).body).toMatchObject({
      items: [{ id: item.id, tags: item.tags, thumbnailUrl: item.thumbnailUrl }],
    });
    expect((await api.get(`${libraryPath}?search=HELL&tags=invoice`)).body).toMatchObject({
      total: 1,
      items: [{ id: item.id, partitionTitle: 'Private attachments' }],
      availableTags: ['2026', 'invoice'],
    });
    const { body } = await api.get<{ item: Record<string, unknown> }>(`${libraryPath}/${item.id}`);
    expect(body.item).toMatchObject({ id: item.id, sha256: hash('sha256', 'hello', 'hex') });
    const key = originalKey({ tenantId, organizationId, attachmentId: item.id });
    expect(await headObject(key)).toMatchObject({ bytes: 5, contentType: 'text/plain' });
    expect(await staged(tenantId)).toEqual([]);
    expect((await api.delete(`${attachmentsPath}?id=${item.id}`)).body).toEqual({ ok: true });
    for (const path of [`${libraryPath}/${item.id}`]) expect((await api.get(path)).status).toBe(404);
    expect((await api.get(libraryPath)).body).toMatchObject({ total: 0, totalPages: 0, availableTags: [] });
    expect((await api.get(`${record}SO-1`)).body).toEqual({ items: [] });
    expect(await originals(tenantId)).toEqual([]);
  });

  it('keeps the original name in addition to the safe one: found by both, downloaded under it', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const names = { fileName: 'Ubersicht_Marz.txt', originalName: 'Übersicht März.txt' };
    const file = await aFile(api, {}, { filename: 'C:\\Eigene Dateien\\U\u0308bersicht März.txt' });
    expect(file).toMatchObject(names);
    for (const search of ['übersicht mä', 'ubersicht_m']) {
      const { body } = await api.get(`${libraryPath}?search=${encodeURIComponent(search)}`);
      expect(body.items).toEqual([expect.objectContaining({ id: file.id, ...names })]);
    }
    const { body } = await api.get(`${libraryPath}/${file.id}`);
    expect(body.item).toMatchObject(names);
    const { headers } = await getBytes(`/api/attachments/file/${file.id}`, { as: caller });
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Ubersicht_Marz.txt"; filename*=UTF-8''%C3%9Cbersicht%20M%C3%A4rz.txt`,
    );
  });

  it('keeps names and record ids of maximum length in any characters', async () => {
    const originalName = `${'😀'.repeat(251)}.txt`;
    const recordId = '😀'.repeat(200);
    expect(await aFile(caller.api, { recordId }, { filename: originalName })).toMatchObject({
      originalName,
      assignments: [{ type: 'sales.order', id: recordId }],
    });
  });

  it('may have its parts in any order', async () => {
    const { status, body } = await sendForm(caller.api, uploadParts({ tags: 'a,b' }).toReversed());
    expect([status, body.item.tags]).toEqual([200, ['a', 'b']]);
  });

  it.each([
    ['.txt', { filename: 'a.TXT' }, 'a.txt', 'text/plain'],
    ['.png', { filename: 'a.png', value: pngBytes, type: 'image/png' }, 'a.png', 'image/png'],
    ['.pdf', { filename: 'a.pdf', value: '%PDF-1.7' }, 'a.pdf', 'application/pdf'],
    ['any type', { filename: 'a.dat', type: 'application/x-own' }, 'a.dat', 'application/x-own'],
    ['picture by another name', { filename: 'a.txt', value: pngBytes }, 'a.txt', 'image/png'],
    ['no bytes', { value: '' }, 'hello.txt', 'application/octet-stream'],
    ['header in its name', { filename: 'a"\r\nX-Evil: 1.txt' }, 'a_22', 'text/plain'],
    ['path in its name', { filename: '../../etc/passwd' }, 'passwd', 'text/plain'],
  ])('with %s is stored with a safe name and its detected type', async (_, file, fileName, mimeType) => {
    expect(await aFile(caller.api, {}, file)).toMatchObject({ fileName, mimeType });
  });

  it('keeps the client’s assignments, and the record as one of them', async () => {
    const assignments = JSON.stringify([
      { type: 'sales.order', id: 'SO-1', label: 'mine' },
      { type: 'person', id: '1', label: ' ', href: 'javascript:alert(1)' },
      { type: 'person', id: '1', label: ' Ada ' },
    ]);
    expect((await aFile(caller.api, { assignments })).assignments).toEqual([
      { type: 'person', id: '1', label: 'Ada' },
      { type: 'sales.order', id: 'SO-1' },
    ]);
    const library = await aFile(caller.api, { entityId: 'attachments:library' });
    expect(library.assignments).toEqual([]);
  });
});

describe('an upload is refused', () => {
  it.each([
    ['without a record', { recordId: '' }, {}, 400, /entityId, recordId and file/],
    ['with a program', {}, { filename: 'run.EXE' }, 400, /executable/i],
    ['with a program that has another extension', {}, { filename: 'x.exe.pdf' }, 400, /executable/i],
    ['with a program after invisible characters', {}, { filename: 'x.e\u200bxe' }, 400, /executable/i],
    ['with a script’s name', {}, { filename: 'run.bat' }, 400, /executable/i],
    ['with SVG', {}, { filename: 'a.svg', value: '<svg/>', type: 'image/svg+xml' }, 400, /Active content/],
    [
      'with SVG named as a photo',
      {},
      { filename: 'avatar.jpg', value: '<svg onload="1">', type: 'image/jpeg' },
      400,
      /Active content/,
    ],
    ['with HTML after a comment', {}, { value: '<!-- a --><html>' }, 400, /Active content/],
    ['with HTML in UTF-16', {}, { value: Buffer.from('\ufeff<html>', 'utf16le') }, 400, /Active content/],
    ['into a public partition of others', { partitionCode: 'productsMedia' }, {}, 403, /public partition/],
    [
      'with too many tags',
      { tags: JSON.stringify(Array.from({ length: 51 }, (_, index) => `t${index}`)) },
      {},
      400,
      /./,
    ],
    ['into another tenant', { tenantId: randomUUID() }, {}, 403, /./],
    ['into another organization', { organizationId: randomUUID() }, {}, 403, /./],
  ])('%s', async (_, fields, file, status, message) => {
    const answer = await upload(caller.api, fields, file);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(message)]);
  });

  it.each([
    ['with another content type', 'application/json', Buffer.from('{}'), /multipart/],
    ['without a boundary', 'multipart/form-data', encodeForm(uploadParts()), /boundary/],
    ['when it is truncated', formType, encodeForm(uploadParts(), { complete: false }), /complete/],
    [
      'with a hundred parts',
      formType,
      encodeForm(Array.from({ length: 100 }, (_, index) => ({ name: `f${index}` }))),
      /too many/,
    ],
    [
      'with two files',
      formType,
      encodeForm([...uploadParts(), { name: 'file', filename: 'b', value: 'b' }]),
      /too many files/,
    ],
  ])('%s', async (_, contentType, body, message) => {
    const answer = await caller.api.post(attachmentsPath, { body, headers: { 'content-type': contentType } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  });

  it('without credentials, or without the right to', async () => {
    expect((await uploadAnonymously(uploadParts())).status).toBe(401);
    const viewer = await aKey({ ...caller, features: ['attachments.view'] });
    expect((await upload(viewer.api)).status).toBe(403);
    expect((await viewer.api.get(libraryPath)).status).toBe(200);
    const unprivileged = await aKey({ ...caller, features: [] });
    expect((await unprivileged.api.get(libraryPath)).status).toBe(403);
  });

  it('and leaves nothing behind', async () => {
    const { api, tenantId } = await aTenant();
    await upload(api, {}, { value: '<html>' });
    await upload(api, { partitionCode: 'productsMedia' });
    await upload(api, { recordId: '' });
    expect([await staged(tenantId), await originals(tenantId)]).toEqual([[], []]);
    expect((await api.get(`${attachmentsPath}/usage`)).body).toMatchObject({
      bytes: 0,
      files: 0,
      partitions: [],
    });
  });
});

describe('the uploader', () => {
  it('by a super admin names its organization, in the form or the query', async () => {
    const there = await aTenant();
    const admin = await aKey({ ...caller, isSuperAdmin: true });
    const { tenantId, organizationId } = there;
    expect((await upload(admin.api, { tenantId })).body).toMatchObject({
      code: 'scope_required',
      error: expect.stringContaining('organization'),
    });
    const inForm = await aFile(admin.api, { tenantId, organizationId });
    expect((await there.api.get(`${libraryPath}/${inForm.id}`)).status).toBe(200);
    expect((await upload(admin.api, { tenantId, organizationId: caller.organizationId })).status).toBe(403);
    const query = `tenantId=${tenantId}&organizationId=${organizationId}`;
    const body = encodeForm(uploadParts());
    const inQuery = await admin.api.post(`${attachmentsPath}?${query}`, {
      body,
      headers: { 'content-type': formType },
    });
    expect(inQuery.status).toBe(200);
    expect((await there.api.get(libraryPath)).body.total).toBe(2);
  });

  it('can name its own tenant and organization', async () => {
    const { tenantId, organizationId } = caller;
    expect((await upload(caller.api, { tenantId, organizationId })).status).toBe(200);
  });
});

describe('the limits of a field', () => {
  const definitionsPath = '/api/entities/definitions';
  it('apply to files that are uploaded into it', async () => {
    const { api } = await aTenant();
    await api.post(partitionsPath, {
      body: { code: 'scans', title: 'Scans', isPublic: true, requiresOcr: false },
    });
    const attachment = { maxAttachmentSizeMb: 0.001, acceptExtensions: ['.PDF'], partitionCode: 'scans' };
    const field = { entityType: 'sales.order', key: 'scan', kind: 'attachment', attachment };
    expect((await api.post(definitionsPath, { body: field })).status).toBe(201);
    const into = (entityId: string, file: object, more = {}) =>
      upload(api, { entityId, fieldKey: 'scan', ...more }, file);
    expect((await into('sales.order', {})).body.error).toMatch(/not allowed/);
    expect((await into('sales:order', { filename: 'a.pdf', value: 'x'.repeat(1_049) })).status).toBe(413);
    const { body } = await into('sales:order', { filename: 'a.pdf', value: 'x'.repeat(1_048) });
    expect(body.item).toMatchObject({ partitionCode: 'scans', contentStatus: 'none' });
    // The form may name the partition of the field, although it is public.
    expect((await into('sales.order', { filename: 'a.pdf' }, { partitionCode: 'scans' })).status).toBe(200);
    expect((await upload(api, { partitionCode: 'scans' })).status).toBe(403);
    expect((await into('sales.order', {}, { fieldKey: 'unknown' })).status).toBe(200);
  });
});

describe('a tenant’s storage quota', () => {
  const quotaBytes = 512 * 1_048_576;
  const stores = (tenantId: string, bytes: number) =>
    commit([{ put: { ...storageUsageKey({ tenantId }), bytes, files: 1 } }]);

  it('can be used up to the last byte', async () => {
    const { api, tenantId } = await aTenant();
    await stores(tenantId, quotaBytes - 5);
    expect((await upload(api)).status).toBe(200);
    const answer = await upload(api, {}, { value: 'x' });
    expect([answer.status, answer.body.error]).toEqual([413, expect.stringContaining('quota exceeded')]);
    expect((await upload(api, {}, { value: '' })).status).toBe(200);
    // The quota is checked before the content.
    expect((await upload(api, {}, { value: '<html>' })).body.code).toBe('quota_exceeded');
    expect(await staged(tenantId)).toEqual([]);
  });

  it('accepts one of two uploads that do not both fit', async () => {
    const { api, tenantId } = await aTenant();
    await stores(tenantId, quotaBytes - 8);
    const answers = await Promise.all([upload(api), upload(api)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413]);
    expect((await api.get(`${attachmentsPath}/usage`)).body.bytes).toBe(quotaBytes - 3);
    expect(await originals(tenantId)).toHaveLength(1);
  });

  it('is counted for the whole tenant and by partition, and freed by deletions', async () => {
    const one = await aTenant();
    const two = await aSibling(one);
    const { id } = await aFile(one.api);
    await aFile(two.api, { entityId: 'catalog:catalog_product' }, { value: 'abc' });
    const usage = async () => (await two.api.get(`${attachmentsPath}/usage`)).body;
    expect(await usage()).toEqual({
      bytes: 8,
      files: 2,
      quotaBytes,
      maxUploadBytes: 25 * 1_048_576,
      partitions: [
        { code: 'privateAttachments', bytes: 5, files: 1 },
        { code: 'productsMedia', bytes: 3, files: 1 },
      ],
    });
    await one.api.delete(`${attachmentsPath}?id=${id}`);
    expect(await usage()).toMatchObject({ bytes: 3, files: 1, partitions: [{ code: 'productsMedia' }] });
  });

  it('accepts twenty parallel uploads', async () => {
    const { api } = await aTenant();
    // On a busy machine some receive 503; a failed attempt must not be counted.
    const patiently = async (tries: number): Promise<UploadResponse> => {
      const answer = await upload(api, { tags: '["a"]' });
      return answer.status === 503 && tries > 1 ? patiently(tries - 1) : answer;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => patiently(5)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await api.get(`${attachmentsPath}/usage`)).body).toMatchObject({ bytes: 100, files: 20 });
    expect((await api.get(libraryPath)).body).toMatchObject({ total: 20, availableTags: ['a'] });
  });
});
