import { describe, expect, it } from 'vitest';
import { encodeForm, formType, inChunks, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import { readForm } from '../../../shared/modules/attachments/upload/form-reader.ts';

const read = (body: Uint8Array) =>
  readForm({
    contentType: formType,
    chunks: inChunks(body),
    maxFileBytes: 100,
    openSink: async () => undefined,
  });

describe('the fields of a form', () => {
  it.each([
    ['text/plain', 'Größe'],
    ['text/plain; charset=utf-8', '\ufeffGröße'],
    ['text/plain; charset=iso-8859-1', Buffer.from('Gr\xf6\xdfe', 'latin1')],
    ['text/plain; charset=utf-16le', Buffer.from('Größe', 'utf16le')],
  ])('of the type %s are decoded', async (type, value) => {
    const form = await read(encodeForm([...uploadParts(), { name: 'tags', type, value }]));
    expect(form.fields.get('tags')).toEqual(['Größe']);
  });

  it('are refused if their bytes are not in their charset', async () => {
    const part = {
      name: 'tags',
      type: 'text/plain; charset=shift_jis',
      value: Buffer.from('\xff', 'latin1'),
    };
    await expect(read(encodeForm([...uploadParts(), part]))).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
