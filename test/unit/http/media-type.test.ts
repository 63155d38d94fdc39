import { describe, expect, it } from 'vitest';
import { UnsupportedMediaTypeError } from '../../../shared/kernel/errors/errors.ts';
import { checkEncoding, isJsonType, mediaTypeOf } from '../../../shared/kernel/http/body-reader.ts';

describe('the media type of a body', () => {
  it.each([
    ...['application/json', 'Application/JSON', ' application/json ', 'application/json;'],
    ...['application/json; charset=utf-8', 'application/json ; charset=utf-8'],
    ...['application/json\t;charset=utf-8', 'application/merge-patch+json'],
    'application/vnd.api+json ; charset=utf-8',
  ])('is JSON for %j', (header) => expect(isJsonType(header)).toBe(true));

  it.each([
    ...[undefined, '', 'json', 'text/json', 'application/jsonx', 'application/x-json', 'application/+json'],
  ])('is not JSON for %j', (header) => expect(isJsonType(header)).toBe(false));

  it('is compared without blanks and parameters', () => {
    expect(mediaTypeOf('Multipart/Form-Data ; boundary="a;b"')).toBe('multipart/form-data');
  });
});

describe('the encoding of a body', () => {
  it.each([
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'BR' },
    { 'content-encoding': 'identity, gzip' },
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-type': 'application/json ; charset="UTF-16"' },
  ])('is refused for %j', (headers) => {
    expect(() => checkEncoding({ headers })).toThrow(UnsupportedMediaTypeError);
  });

  it.each([
    {},
    { 'content-encoding': '' },
    { 'content-encoding': ' identity' },
    { 'content-type': 'application/json;charset="UTF-8"' },
    { 'content-type': 'application/json; charset=us-ascii' },
  ])('is accepted for %j', (headers) => expect(() => checkEncoding({ headers })).not.toThrow());
});
