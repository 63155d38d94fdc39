/** Changes that the guard refuses and allows. */
import { describe, expect, it } from 'vitest';
import { dangersOf, dangersOfDeletion, refusal } from '../../../lib/deploy/guard.ts';
import type { Template } from '../../../lib/deploy/templates.ts';

const table = {
  Type: 'AWS::DynamoDB::Table',
  DeletionPolicy: 'Retain',
  Properties: {
    TableName: 'platform-modules-prod',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  },
};
const lambda = { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'pm-prod-x' } };
const deployed: Template = { Resources: { Table: table, Function: lambda } };
const withTable = (change: object, properties: object = {}): Template => ({
  Resources: { Table: { ...table, ...change, Properties: { ...table.Properties, ...properties } } },
});

describe('the guard', () => {
  it.each([
    ['a removed table', { Resources: {} }, 'is removed'],
    [
      'a table with another name',
      withTable({}, { TableName: 'other' }),
      'is replaced, because TableName changes',
    ],
    ['a table with other keys', withTable({}, { KeySchema: [] }), 'is replaced, because KeySchema changes'],
    [
      'another resource in its place',
      withTable({ Type: 'AWS::S3::Bucket' }),
      'is replaced by AWS::S3::Bucket',
    ],
    [
      'a table that is deleted with its stack',
      withTable({ DeletionPolicy: 'Delete' }),
      'would no longer be kept',
    ],
    [
      'no deletion protection',
      withTable({}, { DeletionProtectionEnabled: false }),
      'loses DeletionProtection',
    ],
    [
      'no recovery',
      withTable({}, { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false } }),
      'loses PointInTimeRecovery',
    ],
  ])('refuses %s', (_, next, what) => {
    const dangers = dangersOf('Data', deployed, next);
    expect(dangers).toMatchObject([{ logicalId: 'Table', what: expect.stringContaining(what) }]);
    expect(refusal(dangers, [])).toContain('Data.Table');
  });

  it('allows resources without data, and changes without a replacement', () => {
    const next = withTable({}, { TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } });
    expect(dangersOf('Data', deployed, next)).toEqual([]);
    expect(refusal([], [])).toBeUndefined();
  });

  it('allows only what is allowed by name', () => {
    const two: Template = { Resources: { Table: table, Other: table } };
    const dangers = dangersOf('Data', two, { Resources: {} });
    expect(refusal(dangers, ['Data.Table', 'Data.Other'])).toBeUndefined();
    const refused = refusal(dangers, ['Data.Table']);
    expect(refused).toContain('Data.Other');
    expect(refused).not.toContain('Data.Table');
  });
});

describe('the guard of the public host', () => {
  const config = {
    Aliases: ['api.example.com', 'old.example.com'],
    Logging: { Bucket: 'logs' },
    ViewerCertificate: { AcmCertificateArn: 'arn:one' },
    WebACLId: 'arn:acl',
  };
  const host = (DistributionConfig: object): Template => ({
    Resources: { Host: { Type: 'AWS::CloudFront::Distribution', Properties: { DistributionConfig } } },
  });
  const { Logging, ViewerCertificate, WebACLId, ...onlyAliases } = config;

  it.each([
    [
      'one of its host names',
      { ...config, Aliases: ['api.example.com'] },
      'loses "old.example.com" of Aliases',
    ],
    ['its web ACL', { ...onlyAliases, Logging, ViewerCertificate }, 'loses WebACLId'],
    ['its access logs', { ...onlyAliases, ViewerCertificate, WebACLId }, 'loses Logging'],
    ['its certificate', { ...onlyAliases, Logging, WebACLId }, 'loses AcmCertificateArn'],
  ])('refuses to remove %s', (_, next, what) => {
    expect(dangersOf('Front', host(config), host(next)).map((danger) => danger.what)).toEqual([what]);
  });

  it('allows another certificate, another web ACL and one more host name', () => {
    const next = {
      Aliases: [...config.Aliases, 'new.example.com'],
      Logging,
      ViewerCertificate: { AcmCertificateArn: 'arn:two' },
      WebACLId: 'arn:other',
    };
    expect(dangersOf('Front', host(config), host(next))).toEqual([]);
  });

  it.each([
    'AWS::Route53::RecordSet',
    'AWS::CertificateManager::Certificate',
    'AWS::WAFv2::WebACL',
    'AWS::WAFv2::LoggingConfiguration',
  ])('refuses to remove %s', (Type) => {
    const [danger] = dangersOf('Front', { Resources: { One: { Type } } }, { Resources: {} });
    expect(danger).toMatchObject({ logicalId: 'One', what: 'is removed' });
  });
});

describe('the guard of a stack that is no longer part of the stage', () => {
  it('refuses to delete its resources, each by name', () => {
    const dangers = dangersOfDeletion('Data', deployed, false);
    expect(refusal(dangers, [])).toContain('Data.Table (AWS::DynamoDB::Table) is removed');
    expect(refusal(dangers, ['Data.Table'])).toBeUndefined();
  });

  it('refuses to delete the protection of the stage unless the stack is allowed', () => {
    const dangers = dangersOfDeletion('Protection', { Resources: {} }, true);
    expect(refusal(dangers, [])).toMatch(/Protection \(.*no stack of the stage is protected/);
    expect(refusal(dangers, ['Protection'])).toBeUndefined();
  });
});
