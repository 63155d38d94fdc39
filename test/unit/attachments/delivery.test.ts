import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideFileAccess,
  type FileReader,
  visibilityOf,
} from '../../../shared/modules/attachments/delivery/file-access.ts';
import { fileHeaders, imageHeaders } from '../../../shared/modules/attachments/delivery/file-headers.ts';
import {
  requireImageFormat,
  requireImageType,
} from '../../../shared/modules/attachments/delivery/image-type.ts';
import { variantName } from '../../../shared/modules/attachments/delivery/image-variant.ts';
import { ImageMismatchError, UnsupportedImageError } from '../../../shared/modules/attachments/errors.ts';
import { anImage } from '../../support/builders/images.ts';

const principal = { isSuperAdmin: false };
const within = (tenantId: string, ...organizationIds: string[]): FileReader => ({
  principal,
  scope: { tenantId, organizationIds },
});

const open = { isPublic: true, publicNeedsCaller: false };
const closed = { isPublic: true, publicNeedsCaller: true };
const inner = { isPublic: false, publicNeedsCaller: false };

describe('decideFileAccess', () => {
  it.each<[string, string, string, FileReader]>([
    ['no one we know', 'unauthenticated', 'unauthenticated', { principal: undefined, scope: undefined }],
    ['a caller of the organization', 'granted', 'granted', within('acme', 'north')],
    ['a caller of another organization', 'granted', 'hidden', within('acme', 'south')],
    ['a caller of another tenant', 'granted', 'hidden', within('globex', 'north')],
    ['a caller without a scope', 'granted', 'hidden', { principal, scope: {} }],
    ['a super admin', 'granted', 'granted', { ...within('globex'), principal: { isSuperAdmin: true } }],
  ])('for %s: public granted, public for callers %s, private %s', (_, forCallers, forPrivate, reader) => {
    const place = { tenantId: 'acme', organizationId: 'north' };
    // The setting grants no access.
    const both = { isPublic: false, publicNeedsCaller: true };
    const decisions = [open, closed, inner, both].map((access) => decideFileAccess(place, access, reader));
    expect(decisions).toEqual(['granted', forCallers, forPrivate, forPrivate]);
  });

  it('grants a private file to super admins and callers with access to exactly its tenant and organization', () => {
    const id = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(id, id, id, fc.array(id), (tenantId, organizationId, own, seen) => {
        const reader = within(own, ...seen);
        const granted = decideFileAccess({ tenantId, organizationId }, inner, reader) === 'granted';
        expect(granted).toBe(own === tenantId && seen.includes(organizationId));
      }),
    );
  });
});

describe('visibilityOf', () => {
  it('is public only for files without authentication, so that no shared cache stores others', () => {
    expect([open, closed, inner].map(visibilityOf)).toEqual(['public', 'private', 'private']);
  });
});

describe('fileHeaders', () => {
  const asBytes = {
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment/),
  };
  const headersOf = (mimeType: string, download = false) =>
    fileHeaders({ fileName: 'a.bin', originalName: 'a.bin', mimeType }, 'private', { download });

  it.each(['image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])(
    'displays %s inline, unless a download is requested',
    (type) => {
      const inline = { 'content-type': type, 'content-disposition': expect.stringMatching(/^inline/) };
      expect([headersOf(type), headersOf(type, true)]).toMatchObject([inline, asBytes]);
    },
  );

  it.each(['image/svg+xml', 'text/html', 'application/pdf', 'text/plain', '', 'x/image/png'])(
    'sends %j as a download of bytes',
    (type) => expect(headersOf(type)).toMatchObject(asBytes),
  );

  it('normalizes the media type', () => {
    expect(headersOf('IMAGE/PJPEG; a=b')).toMatchObject({ 'content-type': 'image/jpeg' });
  });

  it('lets private images vary with the credentials', () => {
    const image = { fileName: 'a.png', originalName: 'a.png', mimeType: 'image/png' };
    expect(imageHeaders(image, 'private')).toMatchObject({ vary: 'Authorization, X-Api-Key, Cookie' });
    expect(imageHeaders(image, 'public')).not.toHaveProperty('vary');
  });
});

describe('the type of an image', () => {
  const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');

  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/jpg', 'jpeg'],
    ['image/pjpeg', 'jpeg'],
    ['image/png', 'png'],
    ['image/x-png', 'png'],
    ['image/gif', 'gif'],
    ['image/webp', 'webp'],
    ['Image/PNG; charset=binary', 'png'],
  ] as const)('%s matches the bytes of %s only', async (type, format) => {
    for (const other of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const bytes = await anImage(other, 2, 2);
      if (other === format) expect(requireImageFormat(type, bytes)).toBe(format);
      else expect(() => requireImageFormat(type, bytes)).toThrow(ImageMismatchError);
    }
  });

  it.each(['text/plain', 'image/svg+xml', 'image/tiff', 'application/pdf', '', 'constructor'])(
    '%j is refused before its bytes are read',
    (type) => {
      expect(() => requireImageType(type)).toThrow(UnsupportedImageError);
      expect(() => requireImageFormat(type, webp)).toThrow(UnsupportedImageError);
    },
  );

  it.each([
    ['nothing', ''],
    ['half a beginning', '\x89PNG'],
    ['another RIFF file', 'RIFF\0\0\0\0WAVE'],
    ['a page', '<svg xmlns='],
    ['GIF in another case', 'gif89a'],
  ])('%s is not an image', (_, bytes) => {
    const read = () => requireImageFormat('image/png', Buffer.from(bytes, 'latin1'));
    expect(read).toThrow(UnsupportedImageError);
  });
});

describe('variantName', () => {
  it.each([
    [100, 50, 'cover', 'w100-h50-ccover'],
    [100, undefined, 'contain', 'w100-hauto-ccontain'],
    [undefined, 50, 'cover', 'wauto-h50-ccover'],
    [undefined, undefined, 'contain', undefined],
  ] as const)('%s × %s %s is %s', (width, height, cropType, name) => {
    expect(variantName({ width, height, cropType })).toBe(name);
  });
});
