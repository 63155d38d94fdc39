/** Conformance cases of attachments: uploads and storage. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { encodeForm, formType, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import {
  aFile,
  aQuietPartition,
  attachmentsPath,
  beganUpload,
  libraryPath,
  partitionsPath,
  pngBytes,
  sendForm,
  sentToBucket,
  upload,
  uploadsPath,
} from '../../support/builders/attachments.ts';
import { usageOf } from '../../support/builders/file-versions.ts';
import type { Api } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aSibling, aSuperAdmin, aTenant, theCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('attachments');

const megabyte = 1_048_576;
const complete = (api: Api, id: string) => api.post(`${uploadsPath}/${id}/complete`);
const record = `${attachmentsPath}?entityId=sales.order&recordId=`;

proves('upload-item', async () => {
  const { api } = await aCaller();
  const partitionCode = await aQuietPartition(api, unique('quiet'));
  const item = await aFile(api, { tags: '["invoice","2026"]', partitionCode });
  expect(item).toMatchObject({
    ...{ fileName: 'hello.txt', mimeType: 'text/plain', fileSize: 5, partitionCode },
    ...{ content: null, contentStatus: 'none', thumbnailUrl: null },
    ...{ url: `/api/attachments/file/${item.id}`, createdAt: expect.stringMatching(/\.\d{3}Z$/) },
    ...{ tags: ['invoice', '2026'], assignments: [{ type: 'sales.order', id: 'SO-1' }] },
  });
  expect(item).not.toHaveProperty('customFields');
  const { body } = await api.get(`${libraryPath}/${item.id}`);
  expect(body.item).toMatchObject({
    id: item.id,
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    partitionTitle: partitionCode,
  });
});

proves('any-part-order', async () => {
  const { api } = await aCaller();
  const { status, body } = await sendForm(api, uploadParts({ tags: 'a,b' }).toReversed());
  expect([status, body.item.tags]).toEqual([200, ['a', 'b']]);
});

proves(
  'safe-name',
  [
    { filename: 'a.TXT', fileName: 'a.txt' },
    { filename: 'a"\r\nX-Evil: 1.txt', fileName: 'a_22' },
    { filename: '../../etc/passwd', fileName: 'passwd' },
    { filename: 'C:\\Eigene Dateien\\U\u0308bersicht März.txt', fileName: 'Ubersicht_Marz.txt' },
  ],
  async ({ filename, fileName }) => {
    const { api } = await theCaller();
    expect(await aFile(api, {}, { filename })).toMatchObject({ fileName });
  },
);

proves('original-name', async () => {
  const caller = await aCaller();
  const { api } = caller;
  const names = { fileName: 'Ubersicht_Marz.txt', originalName: 'Übersicht März.txt' };
  const file = await aFile(api, {}, { filename: 'C:\\Eigene Dateien\\U\u0308bersicht März.txt' });
  expect(file).toMatchObject(names);
  for (const search of ['übersicht mä', 'ubersicht_m']) {
    const { body } = await api.get(`${libraryPath}?search=${encodeURIComponent(search)}`);
    expect(body.items).toEqual([expect.objectContaining({ id: file.id, ...names })]);
  }
  const { headers } = await getBytes(`${attachmentsPath}/file/${file.id}`, { as: caller });
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Ubersicht_Marz.txt"; filename*=UTF-8''%C3%9Cbersicht%20M%C3%A4rz.txt`,
  );
});

proves('longest-names', async () => {
  const { api } = await aCaller();
  const originalName = `${'😀'.repeat(251)}.txt`;
  const recordId = '😀'.repeat(200);
  const assignments = [{ type: 'sales.order', id: recordId }];
  const file = await aFile(api, { recordId }, { filename: originalName });
  expect(file).toMatchObject({ originalName, assignments });
  for (const field of ['recordId', 'entityId'])
    expect((await upload(api, { [field]: 'x'.repeat(201) })).status, field).toBe(400);
});

proves(
  'detected-type',
  [
    { file: { filename: 'a.png', value: pngBytes, type: 'image/png' }, mimeType: 'image/png' },
    { file: { filename: 'a.pdf', value: '%PDF-1.7' }, mimeType: 'application/pdf' },
    { file: { filename: 'a.dat', type: 'application/x-own' }, mimeType: 'application/x-own' },
    { file: { filename: 'a.txt', value: pngBytes }, mimeType: 'image/png' },
    { file: { filename: 'a.txt', type: 'image/png' }, mimeType: 'text/plain' },
    { file: { value: '' }, mimeType: 'application/octet-stream' },
  ],
  async ({ file, mimeType }) => {
    const { api } = await theCaller();
    expect(await aFile(api, {}, file)).toMatchObject({ mimeType });
  },
);

proves('program-refused', ['run.EXE', 'x.exe.pdf', 'x.e\u200bxe', 'run.bat'], async (filename) => {
  const { api } = await theCaller();
  const refused = { code: 'file_type_refused', error: expect.stringMatching(/executable/i) };
  expect(await upload(api, {}, { filename })).toMatchObject({ status: 400, body: refused });
});

proves(
  'active-content-refused',
  [
    { filename: 'a.svg', value: '<svg/>', type: 'image/svg+xml' },
    { filename: 'avatar.jpg', value: '<svg onload="1">', type: 'image/jpeg' },
    { value: '<!-- a --><html>' },
    { value: Buffer.from('\ufeff<html>', 'utf16le') },
  ],
  async (file) => {
    const { api } = await aTenant();
    const refused = { code: 'file_type_refused', error: expect.stringMatching(/Active content/) };
    expect(await upload(api, {}, file)).toMatchObject({ status: 400, body: refused });
    expect(await usageOf({ api })).toMatchObject({ bytes: 0, files: 0, partitions: [] });
  },
);

proves('three-parts', [{ recordId: '' }, { entityId: ' ' }], async (fields: Record<string, string>) => {
  const { api } = await aCaller();
  const error = expect.stringMatching(/entityId, recordId and file/);
  expect(await upload(api, fields)).toMatchObject({ status: 400, body: { error } });
});

const parts = uploadParts();
const manyParts = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}` }));
const twoFiles = [...parts, { name: 'file', filename: 'b', value: 'b' }];
proves(
  'malformed-form',
  [
    ['multipart', 'application/json', () => Buffer.from('{}')],
    ['boundary', 'multipart/form-data', () => encodeForm(parts)],
    ['complete', formType, () => encodeForm(parts, { complete: false })],
    ['too many', formType, () => encodeForm(manyParts)],
    ['too many files', formType, () => encodeForm(twoFiles)],
  ] as const,
  async ([problem, type, encode]) => {
    const { api } = await theCaller();
    const headers = { 'content-type': type };
    const answer = await api.post(attachmentsPath, { body: encode(), headers });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(problem)]);
  },
);

proves('lenient-parts', async () => {
  const { api } = await aCaller();
  const assignments = [
    { type: 'sales.order', id: 'SO-1', label: 'mine' },
    { type: 'person', id: '1', label: ' ', href: 'javascript:alert(1)' },
    { type: 'person' },
    { type: 'person', id: '1', label: ' Ada ' },
  ];
  const tags = '[" a ","","a","b",5]';
  const item = await aFile(api, { tags, assignments: JSON.stringify(assignments), customFields: '{broken' });
  expect(item).toMatchObject({
    tags: ['a', 'b'],
    assignments: [
      { type: 'person', id: '1', label: 'Ada' },
      { type: 'sales.order', id: 'SO-1' },
    ],
  });
  expect(item).not.toHaveProperty('customFields');
  const other = await aFile(api, { tags: 'a, b ,', assignments: '{broken', customFields: '[]' });
  expect(other).toMatchObject({ tags: ['a', 'b'], assignments: [{ type: 'sales.order', id: 'SO-1' }] });
});

proves('library-file', async () => {
  const { api } = await aCaller();
  expect((await aFile(api, { entityId: 'attachments:library' })).assignments).toEqual([]);
});

proves(
  'tag-limits',
  [Array.from({ length: 51 }, (_, index) => `t${index}`), ['x'.repeat(101)]],
  async (tags: string[]) => {
    const { api } = await aCaller();
    expect((await upload(api, { tags: JSON.stringify(tags) })).status).toBe(400);
  },
);

proves('own-scope', async () => {
  const { api, tenantId, organizationId } = await aCaller();
  expect((await upload(api, { tenantId, organizationId })).status).toBe(200);
  for (const other of ['tenantId', 'organizationId'])
    expect((await upload(api, { [other]: randomUUID() })).status, other).toBe(403);
});

proves('super-scope', async () => {
  const [there, elsewhere, admin] = [await aTenant(), await aCaller(), await aSuperAdmin()];
  const { tenantId, organizationId } = there;
  const error = expect.stringContaining('organization');
  const refused = { status: 400, body: { code: 'scope_required', error } };
  expect(await upload(admin.api, { tenantId })).toMatchObject(refused);
  const { id } = await aFile(admin.api, { tenantId, organizationId });
  expect((await there.api.get(`${libraryPath}/${id}`)).status).toBe(200);
  const mixed = { tenantId, organizationId: elsewhere.organizationId };
  expect((await upload(admin.api, mixed)).status).toBe(403);
  const path = `${attachmentsPath}?tenantId=${tenantId}&organizationId=${organizationId}`;
  const form = { body: encodeForm(parts), headers: { 'content-type': formType } };
  expect((await admin.api.post(path, form)).status).toBe(200);
  expect((await there.api.get(libraryPath)).body.total).toBe(2);
});

proves('public-partition', async () => {
  const { api } = await aCaller();
  const refused = { status: 403, body: { code: 'public_partition' } };
  expect(await upload(api, { partitionCode: 'productsMedia' })).toMatchObject(refused);
  const product = await aFile(api, { entityId: 'catalog:catalog_product' });
  expect(product.partitionCode).toBe('productsMedia');
});

proves('partition-of-upload', async () => {
  const { api } = await aCaller();
  const partitionCode = await aQuietPartition(api, unique('own'));
  const chosen = async (code: string) => (await aFile(api, { partitionCode: code })).partitionCode;
  expect(await chosen(partitionCode)).toBe(partitionCode);
  expect([await chosen(''), await chosen('unknown')]).toEqual(['privateAttachments', 'privateAttachments']);
  const warnings = ['The partition "unknown" does not exist; the file is stored in "privateAttachments".'];
  expect(await upload(api, { partitionCode: 'unknown' })).toMatchObject({ status: 200, body: { warnings } });
  const body = { entityId: 'sales.order', recordId: '1', fileName: 'a.txt', partitionCode: 'unknown' };
  expect(await api.post(uploadsPath, { body })).toMatchObject({ status: 201, body: { warnings } });
});

proves('field-options', async () => {
  const { api } = await aTenant();
  const scans = { code: 'scans', title: 'Scans', isPublic: true, requiresOcr: false };
  await api.post(partitionsPath, { body: scans });
  const attachment = { maxAttachmentSizeMb: 0.001, acceptExtensions: ['.PDF'], partitionCode: 'scans' };
  const field = { entityType: 'sales.order', key: 'scan', kind: 'attachment', attachment };
  expect((await api.post('/api/entities/definitions', { body: field })).status).toBe(201);
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

proves('usage', async () => {
  const one = await aTenant();
  const two = await aSibling(one);
  const { id } = await aFile(one.api);
  await aFile(two.api, { entityId: 'catalog:catalog_product' }, { value: 'abc' });
  expect(await usageOf(two)).toEqual({
    ...{ bytes: 8, files: 2, quotaBytes: 512 * megabyte, maxUploadBytes: 25 * megabyte },
    partitions: [
      { code: 'privateAttachments', title: 'Private attachments', bytes: 5, files: 1 },
      { code: 'productsMedia', title: 'Products media', bytes: 3, files: 1 },
    ],
  });
  await one.api.delete(`${attachmentsPath}?id=${id}`);
  expect(await usageOf(two)).toMatchObject({ bytes: 3, files: 1, partitions: [{ code: 'productsMedia' }] });
});

proves('quota', async () => {
  const { api } = await aTenant();
  const reserve = (bytes: number) => beganUpload(api, { fileSize: bytes });
  for (let begun = 0; begun < 20; begun += 5)
    await Promise.all(Array.from({ length: 5 }, () => reserve(25 * megabyte)));
  const error = expect.stringContaining('quota exceeded');
  const refusal = { code: 'quota_exceeded', quotaBytes: 512 * megabyte, error };
  const refused = { status: 413, body: refusal };
  const fileSize = 12 * megabyte + 1;
  const body = { entityId: 'sales.order', recordId: 'SO-1', fileName: 'a.txt', fileSize };
  expect(await api.post(uploadsPath, { body })).toMatchObject(refused);
  await reserve(12 * megabyte - 5);
  expect(await usageOf({ api })).toMatchObject({ bytes: 512 * megabyte - 5 });
  expect((await upload(api)).status).toBe(200);
  expect(await upload(api, {}, { value: 'x' })).toMatchObject(refused);
  expect((await upload(api, {}, { value: '' })).status).toBe(200);
  // The quota is checked before the content.
  expect(await upload(api, {}, { value: '<html>' })).toMatchObject(refused);
});

proves('deleted-file', async () => {
  const caller = await aTenant();
  const { api } = caller;
  for (const path of [
    (id: string) => `${attachmentsPath}?id=${id}`,
    (id: string) => `${libraryPath}/${id}`,
  ]) {
    const { id } = await aFile(api, { tags: 'a' }, { filename: 'a.png', value: pngBytes });
    expect((await api.delete(path(id))).body).toEqual({ ok: true });
    for (const gone of [`${libraryPath}/${id}`, `${attachmentsPath}/file/${id}`])
      expect((await getBytes(gone, { as: caller })).status).toBe(404);
    expect((await getBytes(`${attachmentsPath}/image/${id}?width=1`, { as: caller })).status).toBe(404);
    expect((await api.delete(path(id))).status).toBe(404);
  }
  expect((await api.get(libraryPath)).body).toMatchObject({ total: 0, totalPages: 0, availableTags: [] });
  expect((await api.get(`${record}SO-1`)).body).toEqual({ items: [] });
});

proves('direct-upload', async () => {
  const { api } = await aTenant();
  const partitionCode = await aQuietPartition(api);
  const about = { tags: ['a', 'a'], cf_note: 'x', fileSize: 5, mimeType: 'text/plain', partitionCode };
  const begun = await beganUpload(api, about);
  expect(begun).toMatchObject({ expiresInSeconds: 300, maxBytes: 5 });
  const id = begun.attachmentId;
  expect((await complete(api, id)).status).toBe(404);
  expect(await sentToBucket(begun, 'hello')).toBeLessThan(300);
  const answers = await Promise.all([complete(api, id), complete(api, id)]);
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(['200 200', '200 409']).toContain(statuses.join(' '));
  const values = { tags: ['a'], customFields: { note: 'x' }, partitionCode };
  const item = { id, fileName: 'hello.txt', fileSize: 5, ...values };
  expect(await complete(api, id.toUpperCase())).toMatchObject({ status: 200, body: { item } });
  expect((await api.get(libraryPath)).body.total).toBe(1);
  await api.delete(`${attachmentsPath}?id=${id}`);
  expect((await complete(api, id)).status).toBe(404);
});

proves(
  'direct-upload-refused',
  [
    { wrong: { fileName: 'a.exe' }, status: 400, code: 'file_type_refused' },
    { wrong: { fileName: 'a.svg' }, status: 400, code: 'file_type_refused' },
    { wrong: { mimeType: 'text/html' }, status: 400, code: 'file_type_refused' },
    { wrong: { fileSize: 25 * megabyte + 1 }, status: 413, code: 'file_too_large' },
    { wrong: { partitionCode: 'productsMedia' }, status: 403, code: 'public_partition' },
    { wrong: { recordId: ' ' }, status: 400, code: 'invalid_input' },
  ],
  async ({ wrong, status, code }) => {
    const { api } = await theCaller();
    const body = { entityId: 'sales.order', recordId: 'SO-1', fileName: 'hello.txt', ...wrong };
    expect(await api.post(uploadsPath, { body })).toMatchObject({ status, body: { code } });
  },
);

proves('direct-content-refused', async () => {
  const { api } = await aTenant();
  const begun = await beganUpload(api, { fileName: 'photo.jpg' });
  await sentToBucket(begun, '<svg onload="alert(1)">');
  const refused = { status: 400, body: { code: 'file_type_refused' } };
  expect(await complete(api, begun.attachmentId)).toMatchObject(refused);
  expect((await api.get(libraryPath)).body.total).toBe(0);
  await sentToBucket(begun, 'harmless');
  expect((await complete(api, begun.attachmentId)).status).toBe(200);
});

proves('reserved-storage', async () => {
  const { api } = await aTenant();
  const partitionCode = await aQuietPartition(api);
  const begun = await beganUpload(api, { partitionCode });
  expect(begun.maxBytes).toBe(25 * megabyte);
  expect(await usageOf({ api })).toMatchObject({ bytes: 25 * megabyte });
  await sentToBucket(begun, 'hello');
  expect((await complete(api, begun.attachmentId)).status).toBe(200);
  const partitions = [{ code: partitionCode, bytes: 5, files: 1 }];
  expect(await usageOf({ api })).toMatchObject({ bytes: 5, files: 1, partitions });
});

proves('direct-upload-owner', async () => {
  const owner = await aTenant();
  const begun = await beganUpload(owner.api);
  await sentToBucket(begun, 'hello');
  for (const { api } of [await aTenant(), await aSibling(owner)])
    expect((await complete(api, begun.attachmentId)).status).toBe(404);
  expect((await complete(owner.api, begun.attachmentId)).status).toBe(200);
});

proves('parallel-uploads', async () => {
  const { api } = await aTenant();
  const files = await Promise.all(Array.from({ length: 6 }, () => aFile(api, { tags: '["a"]' })));
  expect(await usageOf({ api })).toMatchObject({ bytes: 30, files: 6 });
  const tag = ({ id }: { id: string }) => api.patch(`${libraryPath}/${id}`, { body: { tags: ['b'] } });
  await Promise.all(files.map(tag));
  expect((await api.get(libraryPath)).body).toMatchObject({ total: 6, availableTags: ['b'] });
  await Promise.all(files.map(({ id }) => api.delete(`${libraryPath}/${id}`)));
  expect((await api.get(libraryPath)).body).toMatchObject({ total: 0, availableTags: [] });
  expect(await usageOf({ api })).toMatchObject({ bytes: 0, files: 0 });
});
