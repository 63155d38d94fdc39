import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envKeyOf, isDefaultCode } from '../../../shared/modules/attachments/partitions/partition.ts';
import {
  maxFileBytes,
  missingParts,
  partitionCandidates,
  problemAfterQuota,
  problemBeforeQuota,
} from '../../../shared/modules/attachments/upload/upload-decision.ts';

const mb = 1_048_576;
const hello = { name: 'a.txt', clientType: 'text/plain', head: Buffer.from('hello') };
const aFile = { ...hello, bytes: 10, isTooLarge: false };
const order = { entityId: 'sales.order', partitionCode: undefined };
const product = { entityId: 'catalog:catalog_product', partitionCode: undefined };

describe('an upload lacks parts', () => {
  it.each([
    [{ entityId: undefined, recordId: '1', hasFile: true }, ['entityId']],
    [{ entityId: ' ', recordId: '', hasFile: false }, ['entityId', 'recordId', 'file']],
    [{ entityId: 'x'.repeat(201), recordId: '1', hasFile: true }, ['entityId']],
    [{ entityId: 'x', recordId: '\ud800', hasFile: true }, ['recordId']],
  ])('%j: %j', (parts, expected) => {
    const problem = missingParts(parts);
    expect(problem?.message).toContain('entityId, recordId and file');
    expect(Object.keys(problem?.details ?? {})).toEqual(expected);
  });
  it('or none', () => {
    expect(missingParts({ entityId: 'x', recordId: 'x'.repeat(200), hasFile: true })).toBeUndefined();
    expect(missingParts({ entityId: 'x', recordId: '😀'.repeat(200), hasFile: true })).toBeUndefined();
  });
});

describe('before the quota', () => {
  const field = { acceptExtensions: ['.PDF', 'png'], maxAttachmentSizeMb: 1 };
  it.each([
    ['the extensions of the field before others', { name: 'a.exe', bytes: 9 * mb }, field, /not allowed/],
    ['programs before the size', { name: 'a.exe', bytes: 99 * mb }, null, /Executable/],
    ['the size of the field', { name: 'a.pdf', bytes: mb + 1 }, field, /maximum upload size of 1048576/],
    ['the size of the deployment', { name: 'a.txt', bytes: 25 * mb + 1 }, null, /maximum upload size/],
    ['a file that was not read completely', { isTooLarge: true }, null, /maximum upload size/],
  ])('it refuses by %s', (_, file, options, message) => {
    expect(problemBeforeQuota({ ...aFile, ...file }, options, 25 * mb)?.message).toMatch(message);
  });
  it.each([
    [{ name: 'a.PDF', bytes: mb }, field],
    [{ bytes: 25 * mb }, null],
    [{ bytes: 0 }, { acceptExtensions: [] }],
  ])('%j passes', (file, options) => {
    expect(problemBeforeQuota({ ...aFile, ...file }, options, 25 * mb)).toBeUndefined();
  });
  it('a field never allows more than the deployment', () => {
    const aSize = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(aSize, fc.integer({ min: 1, max: 1e9 }), (size, most) => {
        const max = maxFileBytes(most, { maxAttachmentSizeMb: size });
        expect(max).toBeLessThanOrEqual(Math.min(most, size * mb));
      }),
    );
  });
});

describe('after the quota', () => {
  const open = { code: 'showroom', isPublic: true };
  const media = { code: 'productsMedia', isPublic: true };
  const into = (partitionCode: string, about: object = order) => ({ ...order, ...about, partitionCode });
  it.each([
    ['an active name', { name: 'a.svg', head: Buffer.from('x') }, order, open, 'file_type_refused'],
    ['an active type', { clientType: 'text/html' }, order, open, 'file_type_refused'],
    ['active bytes', { name: 'a.jpg', head: Buffer.from('<svg>') }, order, open, 'file_type_refused'],
    ['active bytes first', { head: Buffer.from('<html>') }, into('showroom'), open, 'file_type_refused'],
    ['a public partition of others', {}, into('showroom'), open, 'public_partition'],
    ['a private partition', {}, into('showroom'), { ...open, isPublic: false }, undefined],
    ['a public partition that was not chosen', {}, order, open, undefined],
    ['the partition of products for a product', {}, into('productsMedia', product), media, undefined],
    ['the partition of products for an order', {}, into('productsMedia'), media, 'public_partition'],
  ] as const)('%s', (_, file, target, partition, expected) => {
    expect(problemAfterQuota({ ...aFile, ...file }, target, null, partition)?.code).toBe(expected);
  });
  it('the public partition of the field may be chosen', () => {
    const field = { partitionCode: 'showroom' };
    expect(problemAfterQuota(aFile, into('showroom'), field, open)).toBeUndefined();
  });
});

describe('partitions', () => {
  it.each([
    [{ ...order, partitionCode: 'a' }, { partitionCode: 'b' }, ['a', 'b', 'privateAttachments']],
    [order, null, ['privateAttachments']],
    [product, {}, ['productsMedia']],
    [{ ...order, partitionCode: 'privateAttachments' }, null, ['privateAttachments']],
  ] as const)('are tried in the order of the form, the field, the entity: %j', (target, field, expected) => {
    expect(partitionCandidates(target, field)).toEqual(expected);
  });
  it.each([
    ['privateAttachments', 'ATTACHMENTS_PARTITION_PRIVATE_ATTACHMENTS_ROOT'],
    ['my-own__code2X', 'ATTACHMENTS_PARTITION_MY_OWN_CODE2_X_ROOT'],
    ['-a-', 'ATTACHMENTS_PARTITION_A_ROOT'],
  ])('the variable of %s is %s', (partition, expected) => {
    expect(envKeyOf(partition)).toBe(expected);
  });
  it('are none named like object members', () => {
    expect(['constructor', '__proto__', 'Productsmedia'].some(isDefaultCode)).toBe(false);
  });
});
