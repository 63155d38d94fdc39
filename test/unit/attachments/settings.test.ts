import { afterEach, describe, expect, it, vi } from 'vitest';
import { booleanSetting, megabyteSetting } from '../../../shared/kernel/settings/settings.ts';
import { defaultPartition } from '../../../shared/modules/attachments/partitions/partition.ts';
import * as partitions from '../../../shared/modules/attachments/partitions/partition-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const principal = {
  subject: 'user:u',
  tenantId: 't',
  organizationId: 'o',
  organizationIds: null,
  features: ['*'],
  isSuperAdmin: true,
};
const caller = { scope: { tenantId: 't' }, context: { principal, nowMs: 0 } };

describe('PARTITIONS_LOCKED', () => {
  it.each([
    ['creations', () => partitions.createPartition(caller, { code: 'contracts', title: 'Contracts' })],
    ['changes', () => partitions.updatePartition(caller, { id: 'x', code: 'contracts', title: 'C' })],
    ['deletions', () => partitions.deletePartition(caller, { id: 'x' })],
  ])('refuses %s, by any caller', async (_, attempt) => {
    vi.stubEnv('PARTITIONS_LOCKED', 'yes');
    await expect(attempt()).rejects.toMatchObject({
      code: 'partitions_locked',
      message: expect.stringContaining('managed by the deployment'),
    });
  });
});

describe('OCR_DEFAULT', () => {
  it('applies to the default partitions', () => {
    expect(defaultPartition('productsMedia').requiresOcr).toBe(true);
    vi.stubEnv('OCR_DEFAULT', 'off');
    expect(defaultPartition('productsMedia').requiresOcr).toBe(false);
  });
});

describe('settings in words and in MB', () => {
  it.each([
    ['1', true],
    [' Enabled ', true],
    ['n', false],
    ['disable', false],
    ['', false],
  ])('%j is %s', (text, expected) => {
    expect(booleanSetting('PARTITIONS_LOCKED', { PARTITIONS_LOCKED: text })).toBe(expected);
  });
  it('other values stop the deployment', () => {
    expect(() => booleanSetting('PARTITIONS_LOCKED', { PARTITIONS_LOCKED: 'maybe' })).toThrow(
      /PARTITIONS_LOCKED/,
    );
  });
  it.each([
    ['25', 26_214_400],
    ['0.5', 524_288],
    ['0', 26_214_400],
    ['-1', 26_214_400],
    ['many', 26_214_400],
    ['', 26_214_400],
  ])('%j MB are %d bytes', (text, expected) => {
    expect(megabyteSetting('UPLOAD_MAX_MB', { UPLOAD_MAX_MB: text })).toBe(expected);
  });
});
