import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { QuotaExceededError } from '../../../shared/modules/attachments/errors.ts';
import { partitionKey, storageUsageKey } from '../../../shared/modules/attachments/keys.ts';
import {
  accountWrites,
  openAccount,
  partitionChecks,
  type Stored,
} from '../../../shared/modules/attachments/partitions/account-store.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';

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
    expect(accountWrites(change)).toEqual([
      { add, amounts: { bytes: -11, bytes_private: -7, bytes_other: -4 } },
    ]);
  });

  it('moves from the partition of the reservation to that of the file', () => {
    expect(accountWrites({ freed: [file(5)], taken: [file(5, 'other')] })).toEqual([
      { add, amounts: { bytes_private: -5, files_private: -1, bytes_other: 5, files_other: 1 } },
    ]);
  });

  it('is not written if a file uses exactly its reservation, or nothing changes', () => {
    expect(accountWrites({ freed: [file(5)], taken: [file(5)] })).toEqual([]);
    expect(accountWrites({ freed: [] })).toEqual([]);
  });

  it('of a version counts the bytes, and no file', () => {
    expect(accountWrites({ freed: [file(5, 'private', true)] })).toEqual([
      { add, amounts: { bytes: -5, bytes_private: -5 } },
    ]);
    expect(accountWrites({ freed: [file(5)] })).toEqual([
      { add, amounts: { bytes: -5, files: -1, bytes_private: -5, files_private: -1 } },
    ]);
  });

  it('is written only while there is room for what is taken', () => {
    const change = { freed: [file(2)], taken: [file(6)], quotaBytes: 10 };
    expect(accountWrites(change)).toMatchObject([{ add, when: { values: { ':room': 4 } } }]);
    const [write] = accountWrites(change);
    const failure = write && 'otherwise' in write ? write.otherwise?.({ bytes: 5 }) : undefined;
    expect(failure).toBeInstanceOf(QuotaExceededError);
    // What was reserved before is not refused.
    expect(accountWrites({ ...change, freed: [file(5)], quotaBytes: undefined })).toEqual([
      { add, amounts: { bytes: 1, bytes_private: 1 } },
    ]);
  });

  it('is checked with the partition of the file, unless that is a default one', () => {
    expect(partitionChecks(file(1, 'privateAttachments'))).toEqual([]);
    expect(partitionChecks(file(1, 'own'))).toMatchObject([{ check: partitionKey(scope, 'own') }]);
  });
});

describe('the account of a tenant', () => {
  it('refuses a file for which there is no room now', async () => {
    const item = { ...add, bytes: 9_999_999, files: 9_999, bytes_private: 9_999_999, files_private: 9_999 };
    mockTable().on(GetCommand).resolves({ Item: item });
    const open = (bytes: number) => openAccount(scope, bytes, 10_000_000);
    await expect(open(1)).resolves.toBeUndefined();
    await expect(open(2)).rejects.toThrow(QuotaExceededError);
  });
});
