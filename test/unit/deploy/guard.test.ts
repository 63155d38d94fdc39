/** Changes that the guard refuses and allows. */
import { describe, expect, it } from 'vitest';
import {
  dangersOf,
  dangersOfDeletion,
  dangersOfSecrets,
  dangersOfSubnets,
  refusal,
} from '../../../lib/deploy/guard.ts';
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

describe('the guard of a table', () => {
  const noRecovery = { PointInTimeRecoveryEnabled: false };

  it.each([
    ['its removal', { Resources: {} }, 'is removed'],
    ['another name', withTable({}, { TableName: 'other' }), 'is replaced, because TableName changes'],
    ['other keys', withTable({}, { KeySchema: [] }), 'is replaced, because KeySchema changes'],
    ['another resource', withTable({ Type: 'AWS::S3::Bucket' }), 'is replaced by AWS::S3::Bucket'],
    ['deletion with its stack', withTable({ DeletionPolicy: 'Delete' }), 'would no longer be kept'],
    ['no protection', withTable({}, { DeletionProtectionEnabled: false }), 'loses DeletionProtection'],
    [
      'no recovery',
      withTable({}, { PointInTimeRecoverySpecification: noRecovery }),
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
    ['a host name', { ...config, Aliases: ['api.example.com'] }, 'loses "old.example.com" of Aliases'],
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

describe('the guard of the origin secret', () => {
  const secrets = (...names: string[]): Template => ({
    Resources: Object.fromEntries(
      names.map((Name) => [Name, { Type: 'AWS::SecretsManager::Secret', Properties: { Name } }]),
    ),
  });
  const functionWith = (name: string): Template => {
    const Environment = { Variables: { ORIGIN: `{{resolve:secretsmanager:${name}:SecretString}}` } };
    return { Resources: { Function: { Type: 'AWS::Lambda::Function', Properties: { Environment } } } };
  };
  const deployed = (used: string) =>
    new Map([
      ['Data', secrets('origin/1', 'origin/1/accepted', 'origin/2', 'origin/2/accepted')],
      ['Rules', functionWith(used)],
      ['Events', functionWith(used)],
    ]);
  const third = secrets('origin/2', 'origin/2/accepted', 'origin/3', 'origin/3/accepted');

  it('allows the next generation when every stack uses the present one', () => {
    expect(dangersOfSecrets(deployed('origin/2/accepted'), [third])).toEqual([]);
  });

  it.each([
    ['a generation is skipped, or the last rotation is incomplete', 'origin/1/accepted', third],
    ['the number is lower', 'origin/2/accepted', secrets('origin/1', 'origin/1/accepted')],
  ])('refuses to remove a secret in use when %s', (_, used, next) => {
    const dangers = dangersOfSecrets(deployed(used), [next]);
    expect(dangers).toMatchObject([
      { stack: 'Data', logicalId: used, what: expect.stringContaining('in use by Rules and 1 more') },
    ]);
    expect(refusal(dangers, [])).toContain('increase originSecret by one');
  });
});

describe('the guard of subnets', () => {
  const subnet = (AvailabilityZone: unknown, CidrBlock = '10.0.0.0/24'): Template => ({
    Resources: { Tasks0: { Type: 'AWS::EC2::Subnet', Properties: { AvailabilityZone, CidrBlock } } },
  });
  const first = { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] };

  it.each([
    ['from the first zone of the region', subnet(first)],
    ['from another zone of the stage', subnet('us-east-1a')],
  ])('refuses to move one %s', (_, before) => {
    const dangers = dangersOfSubnets('Ingest', before, subnet('us-east-1b'));
    expect(dangers).toMatchObject([{ logicalId: 'Tasks0', what: expect.stringContaining('addresses') }]);
  });

  it('allows the same zone, other addresses and no subnet', () => {
    for (const next of [subnet(first), subnet('us-east-1b', '10.0.9.0/24'), { Resources: {} }])
      expect(dangersOfSubnets('Ingest', subnet(first), next)).toEqual([]);
  });
});
