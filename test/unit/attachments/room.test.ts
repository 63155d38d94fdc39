import { describe, expect, it } from 'vitest';
import { storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import { roomWrites, type Stored } from '../../../shared/modules/attachments/partitions/storage-store.ts';

const scope = { tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11' };
const file = (bytes: number, partitionCode = 'private', isVersion?: true): Stored => ({
  ...scope,
  bytes,
  partitionCode,
  ...(isVersion && { isVersion }),
});
const add = storageUsageKey(scope);

describe('the storage counter of a tenant', () => {
  it('is written once for any number of changes', () => {
    const change = { freed: [file(10), file(3, 'private', true), file(4, 'other', true)], taken: [file(6)] };
    expect(roomWrites(change)).toEqual([
      { add, amounts: { bytes: -11, bytes_private: -7, bytes_other: -4 } },
    ]);
  });

  it('moves from the partition of the reservation to that of the file', () => {
    expect(roomWrites({ freed: [file(5)], taken: [file(5, 'other')] })).toEqual([
      { add, amounts: { bytes_private: -5, files_private: -1, bytes_other: 5, files_other: 1 } },
    ]);
  });

  it('is not written if a file uses exactly its reservation, or nothing changes', () => {
    expect(roomWrites({ freed: [file(5)], taken: [file(5)] })).toEqual([]);
    expect(roomWrites({ freed: [] })).toEqual([]);
  });

  it('of a version counts the bytes, and no file', () => {
    expect(roomWrites({ freed: [file(5, 'private', true)] })).toEqual([
      { add, amounts: { bytes: -5, bytes_private: -5 } },
    ]);
    expect(roomWrites({ freed: [file(5)] })).toEqual([
      { add, amounts: { bytes: -5, files: -1, bytes_private: -5, files_private: -1 } },
    ]);
  });
});
