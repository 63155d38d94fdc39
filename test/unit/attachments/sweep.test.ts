import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectFiles, filesClientConfig } from '../../../shared/kernel/files/client.ts';
import { fileWorkShards, placementShards } from '../../../shared/modules/attachments/keys.ts';
import { sweepFiles } from '../../../shared/modules/attachments/sweep.ts';
import { type MockedTable, mockTable } from '../../support/fault-injection/mock-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const s3 = new S3Client({ ...filesClientConfig, region: 'eu-west-1' });
const files = mockClient(s3);
let table: MockedTable;
const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000);

beforeEach(() => {
  connectFiles({ name: 'files', client: s3 });
  table = mockTable();
  table.on(QueryCommand).resolves({ Items: [] });
  files.reset();
  files.on(ListObjectsV2Command).resolves({
    Contents: [
      { Key: 'staging/t/old', LastModified: hoursAgo(3) },
      { Key: 'staging/t/begun', LastModified: hoursAgo(1) },
      { Key: 'staging/t/new', LastModified: hoursAgo(0) },
    ],
  });
  files.on(DeleteObjectsCommand).resolves({});
});

describe('the sweep of files', () => {
  it('continues if a shard cannot be read, and fails at the end', async () => {
    table
      .on(QueryCommand)
      .rejectsOnce(new Error('One item of the page cannot be read.'))
      .resolves({ Items: [] });
    const sweeping = sweepFiles({ nowMs, deadlineMs: Date.now() + 60_000 });
    await expect(sweeping).rejects.toThrow('cannot be read');
    expect(table.commandCalls(QueryCommand)).toHaveLength(fileWorkShards + placementShards);
    expect(files.commandCalls(DeleteObjectsCommand)).toHaveLength(1);
  });

  it('removes files of expired uploads from staging, and nothing younger', async () => {
    const deadlineMs = Date.now() + 60_000;
    expect(await sweepFiles({ nowMs, deadlineMs })).toMatchObject({ staged: 1, failed: 0 });
    const [call] = files.commandCalls(DeleteObjectsCommand);
    expect(call?.args[0].input.Delete?.Objects).toEqual([{ Key: 'staging/t/old' }]);
    expect(files.commandCalls(ListObjectsV2Command)[0]?.args[0].input.Prefix).toBe('staging/');
  });

  it('stops in time', async () => {
    expect(await sweepFiles({ nowMs, deadlineMs: 0 })).toMatchObject({ staged: 0 });
    expect(files.commandCalls(DeleteObjectsCommand)).toHaveLength(0);
  });
});
