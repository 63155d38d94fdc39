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

const place = { tenantId: 'acme', organizationId: 'north' };
const scope = { tenantId: 'acme', organizationId: 'north', organizationIds: ['north'] };
const principal = { isSuperAdmin: false };

const anyone: FileReader = { principal: undefined, scope: undefined };

const readers: Record<string, FileReader> = {
  'no one we know': anyone,
  'a caller of the organization': { principal, scope },
  'a caller with all organizations': { principal, scope: { ...scope, organizationIds: ['south', 'north'] } },
  'a caller of another organization': {
    principal,
    scope: { ...scope, organizationId: 'south', organizationIds: ['south'] },
  },
  'a caller of another tenant': { principal, scope: { ...scope, tenantId: 'globex' } },
  'a caller without a scope': { principal, scope: {} },
  'a super admin elsewhere': {
    principal: { isSuperAdmin: true },
    scope: { tenantId: 'globex', organizationIds: [] },
  },
};

const open = { isPublic: true, publicNeedsCaller: false };
const closed = { isPublic: true, publicNeedsCaller: true };
const inner = { isPublic: false, publicNeedsCaller: false };

describe('decideFileAccess', () => {
  it.each([
    ['no one we know', 'granted', 'unauthenticated', 'unauthenticated'],
    ['a caller of the organization', 'granted', 'granted', 'granted'],
    ['a caller with all organizations', 'granted', 'granted', 'granted'],
    ['a caller of another organization', 'granted', 'granted', 'hidden'],
    ['a caller of another tenant', 'granted', 'granted', 'hidden'],
    ['a caller without a scope', 'granted', 'granted', 'hidden'],
    ['a super admin elsewhere', 'granted', 'granted', 'granted'],
  ])('for %s: public %s, public for callers %s, private %s', (who, ...expected) => {
    const reader = readers[who] ?? anyone;
    expect([open, closed, inner].map((access) => decideFileAccess(place, access, reader))).toEqual(expected);
    // The setting grants no access.
    const both = { isPublic: false, publicNeedsCaller: true };
    expect(decideFileAccess(place, both, reader)).toBe(expected[2]);
  });

  it('grants a private file to super admins and callers with access to exactly its tenant and organization', () => {
    const id = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(id, id, id, fc.array(id), (tenantId, organizationId, own, seen) => {
        const reader = { principal, scope: { tenantId: own, organizationIds: seen } };
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
  const headersOf = (mimeType: string, download = false) =>
    fileHeaders({ fileName: 'a.bin', originalName: 'a.bin', mimeType }, 'private', { download });

  it.each(['image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])(
    'displays %s inline, unless a download is requested',
    (type) => {
      expect(headersOf(type)).toMatchObject({ 'content-type': type });
      expect(headersOf(type)['content-disposition']).toMatch(/^inline/);
      expect(headersOf(type, true)).toMatchObject({ 'content-type': 'application/octet-stream' });
      expect(headersOf(type, true)['content-disposition']).toMatch(/^attachment/);
    },
  );

  it.each([
    'image/svg+xml',
    'text/html',
    'application/pdf',
    'text/plain',
    'application/xml',
    '',
    'x/image/png',
  ])('sends %j as a download of bytes', (type) => {
    expect(headersOf(type)).toMatchObject({ 'content-type': 'application/octet-stream' });
    expect(headersOf(type)['content-disposition']).toMatch(/^attachment/);
  });

  it('normalizes the media type', () => {
    expect(headersOf('IMAGE/PJPEG; a=b')).toMatchObject({ 'content-type': 'image/jpeg' });
  });

  it('forbids active content, for any file', () => {
    const file = { fileName: 'a.svg', originalName: 'a.svg', mimeType: 'image/svg+xml' };
    for (const headers of [
      headersOf('image/png'),
      headersOf('text/html', true),
      imageHeaders(file, 'public'),
    ]) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('allows shared caches to store public files for a day and public images for an hour', () => {
    const file = { fileName: 'a.png', originalName: 'a.png', mimeType: 'image/png' };
    expect(fileHeaders(file, 'public', { download: false })).toMatchObject({
      'cache-control': 'public, max-age=86400',
    });
    expect(imageHeaders(file, 'public')).toMatchObject({ 'cache-control': 'public, max-age=3600' });
    expect(imageHeaders(file, 'public')).not.toHaveProperty('vary');
  });

  it('allows only the client to store private ones, for a minute and for the same credentials', () => {
    const kept = { 'cache-control': 'private, max-age=60', vary: 'Authorization, X-Api-Key, Cookie' };
    expect(headersOf('text/plain')).toMatchObject(kept);
    const file = { fileName: 'a.png', originalName: 'a.png', mimeType: 'image/png' };
    expect(imageHeaders(file, 'private')).toMatchObject(kept);
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

  it.each(['image/avif', 'image/bmp'])('%s is an image type, but is refused by its bytes', (type) => {
    const bytes = Buffer.from(type === 'image/bmp' ? 'BM......' : '\0\0\0\x20ftypavif', 'latin1');
    expect(() => requireImageType(type)).not.toThrow();
    expect(() => requireImageFormat(type, bytes)).toThrow(UnsupportedImageError);
  });

  it.each([
    ['nothing', ''],
    ['half a beginning', '\x89PNG'],
    ['another RIFF file', 'RIFF\0\0\0\0WAVE'],
    ['a page', '<svg xmlns='],
    ['GIF in another case', 'gif89a'],
  ])('%s is not an image', (_, bytes) => {
    expect(() => requireImageFormat('image/png', Buffer.from(bytes, 'latin1'))).toThrow(
      UnsupportedImageError,
    );
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
