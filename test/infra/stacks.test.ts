import { describe, expect, it } from 'vitest';
import { refusedKeysOf, routeKeysOf } from '../../lib/aws/route-keys.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { workers } from '../../shared/catalog/workers.ts';
import { defineEndpoint, type Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { sampleEndpoint } from '../support/fixtures/sample-endpoint.ts';
import { synthesize, text } from '../support/runtime/template.ts';

const dev = synthesize({ stage: 'dev' });
const prod = synthesize({ stage: 'prod' });

describe('the table', () => {
  const table = dev.only('AWS::DynamoDB::Table');

  it('is one table with generic keys, a time to live and a stream of both images', () => {
    expect(table.properties).toMatchObject({
      TableName: 'platform-modules-dev',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('is paid per request, encrypted, and can be restored to any second', () => {
    expect(table.properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      SSESpecification: { SSEEnabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });
});

describe('the bucket of files', () => {
  const [bucket] = dev.ofType('AWS::S3::Bucket');

  it('is private, with a globally unique name', () => {
    const name = text(bucket?.properties.BucketName);
    expect(name).toBe('platform-modules-dev-files-<AWS::AccountId>-<AWS::Region>');
    expect(bucket?.properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: true, BlockPublicPolicy: true },
        ...{ IgnorePublicAcls: true, RestrictPublicBuckets: true },
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    expect(bucket?.properties).not.toHaveProperty('VersioningConfiguration');
  });

  it('refuses requests without TLS', () => {
    const policy = dev
      .ofType('AWS::S3::BucketPolicy')
      .find((one) => dev.referenced(one, one.properties.Bucket) === bucket);
    const denial = { Effect: 'Deny', Principal: { AWS: '*' }, Action: 's3:*' };
    const Condition = { Bool: { 'aws:SecureTransport': 'false' } };
    expect(policy?.properties.PolicyDocument).toMatchObject({ Statement: [{ ...denial, Condition }] });
  });

  it('deletes incomplete uploads, renderings that can be created again, and data of old events', () => {
    const abandoned = { DaysAfterInitiation: 1 };
    expect(bucket?.properties.LifecycleConfiguration).toEqual({
      Rules: [
        { Id: 'staging', Status: 'Enabled', Prefix: 'staging/', ExpirationInDays: 1 },
        { Id: 'thumbs', Status: 'Enabled', Prefix: 'thumbs/', ExpirationInDays: 30 },
        { Id: 'events', Status: 'Enabled', Prefix: 'events/', ExpirationInDays: 31 },
        { Id: 'unfinished-uploads', Status: 'Enabled', AbortIncompleteMultipartUpload: abandoned },
      ],
    });
  });

  it('accepts forms from pages of allowed origins only', () => {
    expect(bucket?.properties).not.toHaveProperty('CorsConfiguration');
    const CORS_ALLOWED_ORIGINS = 'https://app.example.com';
    const open = synthesize({ stage: 'dev', settings: { CORS_ALLOWED_ORIGINS }, endpoints: [], workers: [] });
    const forms = { AllowedMethods: ['POST'], AllowedOrigins: [CORS_ALLOWED_ORIGINS] };
    expect(open.ofType('AWS::S3::Bucket')[0]?.properties.CorsConfiguration).toEqual({
      CorsRules: [{ ...forms, AllowedHeaders: ['*'], MaxAge: 3600 }],
    });
  });

  it('is deleted with a temporary stage, and retained in production', () => {
    expect(bucket?.deletionPolicy).toBe('Delete');
    const kept = prod
      .ofType('AWS::S3::Bucket')
      .filter(({ properties }) => text(properties.BucketName).includes('-files-'));
    expect(kept.map(({ deletionPolicy }) => deletionPolicy)).toEqual(['RetainExceptOnCreate']);
  });
});

describe('the key of the secrets', () => {
  const key = dev.only('AWS::KMS::Key');

  it('is one key with yearly rotation, an alias, and 30 days until deletion', () => {
    expect(key.properties).toMatchObject({ EnableKeyRotation: true, PendingWindowInDays: 30 });
    const alias = { AliasName: 'alias/platform-modules-dev', TargetKeyId: { Ref: key.logicalId } };
    expect(dev.only('AWS::KMS::Alias').properties).toEqual(alias);
  });

  it('can be managed by the account, and used only with the tenant as encryption context', () => {
    const { Statement } = key.properties.KeyPolicy as { Statement: Record<string, unknown>[] };
    const [manage, use] = Statement;
    const account = 'arn:<AWS::Partition>:iam::<AWS::AccountId>:root';
    const principals = Statement.map(({ Principal }) => text((Principal as { AWS: unknown }).AWS));
    expect(principals).toEqual([account, account]);
    expect(manage?.Action).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^kms:(\*|.*crypt.*|Generate.*)$/)]),
    );
    expect(use).toMatchObject({
      Effect: 'Allow',
      Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
      Condition: { Null: { 'kms:EncryptionContext:tenantId': 'false' } },
    });
  });
});

describe('the HTTP API', () => {
  const [stage] = dev.ofType('AWS::ApiGatewayV2::Stage');

  it('deploys new routes automatically', () => {
    expect(stage?.properties).toMatchObject({ StageName: '$default', AutoDeploy: true });
  });

  it('writes an access log line as JSON', () => {
    const { Format, DestinationArn } = (stage?.properties.AccessLogSettings ?? {}) as Record<string, unknown>;
    expect(JSON.parse(String(Format))).toMatchObject({
      requestId: '$context.requestId',
      ip: '$context.identity.sourceIp',
      route: '$context.routeKey',
      status: '$context.status',
      integrationLatencyMs: '$context.integrationLatency',
      error: '$context.error.message',
    });
    expect(text(DestinationArn)).toMatch(/^<.*AccessLogs.*\.Arn>$/);
  });

  it('has one route per endpoint, one more for HEAD of public files, those that refuse other methods, and $default', () => {
    const keys = dev.ofType('AWS::ApiGatewayV2::Route').map((route) => route.properties.RouteKey);
    const routed = endpoints.filter(({ transport }) => transport !== 'stream');
    const expected = routed.flatMap(routeKeysOf);
    const refused = refusedKeysOf(endpoints);
    expect(keys.sort()).toEqual([...expected, ...refused, '$default', '$default'].sort());
    expect(refused).toEqual(
      expect.arrayContaining(['GET /api/business_rules/rules/validate', 'DELETE /api/webhooks/events']),
    );
    expect(refused).not.toContain('GET /api/webhooks/events');
    expect(keys.filter((key) => String(key).startsWith('HEAD '))).toContain('HEAD /api/health');
    expect(keys).not.toContain('HEAD /api/business_rules/rules');
  });
});

describe('the stacks', () => {
  it('are data, API, messaging, one per module, exports and the public host', () => {
    const modules = [...new Set([...endpoints, ...workers].map(({ module }) => module))];
    expect(dev.stacks.map((stack) => stack.name).sort()).toEqual(
      ['data', 'api', 'messaging', 'exports', 'front', ...modules]
        .map((part) => `PlatformModules-dev-${part}`)
        .sort(),
    );
    for (const module of modules) {
      expect(dev.stack(module).dependencies).toEqual(
        expect.arrayContaining(['data', 'api', 'messaging'].map((part) => `PlatformModules-dev-${part}`)),
      );
    }
  });

  it('export only generated names: the ids of the APIs, the ARN of the stream, and their locks', () => {
    const exportNames = dev.stacks.flatMap((stack) => stack.outputs).map((output) => output.exportName);
    expect(exportNames.filter((name) => name !== undefined && !/-lock$/.test(String(name)))).toEqual([
      'PlatformModules-dev-data-stream-arn',
      'PlatformModules-dev-api-id',
      'PlatformModules-dev-api-id-further',
    ]);
  });

  it('are tagged with application and stage', () => {
    for (const stack of dev.stacks) {
      expect(stack.tags).toMatchObject({ Application: 'platform-modules', Stage: 'dev' });
    }
  });

  it('use different names in two stages, so that both fit into one account', () => {
    const named = (stage: typeof dev): unknown[] =>
      stage.stacks
        .flatMap((stack) => stack.resources)
        .flatMap(({ properties }) => [properties.TableName, properties.FunctionName, properties.LogGroupName])
        .filter((name) => typeof name === 'string');
    expect(named(dev).length).toBeGreaterThan(0);
    const inProd = named(prod);
    expect(named(dev).filter((name) => inProd.includes(name))).toEqual([]);
  });
});

describe('stages', () => {
  it('prod keeps table, key and logs when their stack is deleted', () => {
    const deletionPolicy = 'RetainExceptOnCreate';
    for (const type of ['AWS::KMS::Key', 'AWS::KMS::Alias', 'AWS::DynamoDB::Table'])
      expect(prod.ofType(type)).toMatchObject([{ deletionPolicy }]);
    for (const group of prod.ofType('AWS::Logs::LogGroup'))
      expect(group).toMatchObject({ deletionPolicy, properties: { RetentionInDays: 90 } });
  });

  it('prod locks its stacks with the last one, so that a failed first deployment can be removed', () => {
    const [last, ...others] = prod.stacks.filter(({ terminationProtection }) => terminationProtection);
    expect({ name: last?.name, others }).toEqual({ name: 'PlatformModules-prod-protection', others: [] });
    const home = prod.stacks.filter(({ name }) => !/-(edge|edge-alarms|protection)$/.test(name));
    expect(last?.dependencies).toEqual(expect.arrayContaining(home.map(({ name }) => name)));
    const locks = last?.outputs.map(({ value }) => JSON.stringify(value)).join();
    for (const { name, outputs } of home) {
      expect(outputs).toContainEqual({ value: name, exportName: `${name}-lock` });
      expect(locks).toContain(`{"Fn::ImportValue":"${name}-lock"}`);
    }
  });

  it('prod protects table and load balancer last, so that a failed first deployment can be removed', () => {
    const [table, balancer, ...others] = prod.ofType('Custom::DeletionProtection');
    expect(others).toEqual([]);
    for (const switched of [table, balancer])
      expect(prod.stack('protection').resources).toContainEqual(switched);
    const [switchedTable, switchedBalancer] = ['DynamoDB::Table', 'ElasticLoadBalancingV2::LoadBalancer'].map(
      (type) => JSON.stringify(prod.ofType(`AWS::${type}`)),
    );
    expect(switchedTable).not.toContain('DeletionProtectionEnabled');
    expect(switchedBalancer).not.toContain('deletion_protection');
  });

  it('dev is deleted completely', () => {
    for (const type of ['AWS::KMS::Key', 'AWS::DynamoDB::Table'])
      expect(dev.ofType(type)).toMatchObject([{ deletionPolicy: 'Delete' }]);
    for (const group of dev.ofType('AWS::Logs::LogGroup'))
      expect(group).toMatchObject({ deletionPolicy: 'Delete', properties: { RetentionInDays: 7 } });
    expect(dev.stacks.some((stack) => stack.terminationProtection)).toBe(false);
    expect(dev.ofType('Custom::DeletionProtection')).toEqual([]);
    expect(dev.stacks.map(({ name }) => name)).not.toContain('PlatformModules-dev-protection');
  });

  it('have bucket names that S3 accepts for the longest stage name and region', () => {
    const longest = synthesize({ stage: 'twelve-chars', endpoints: [], workers: [] });
    const names = longest.ofType('AWS::S3::Bucket').map(({ properties }) => text(properties.BucketName));
    expect(names).toHaveLength(2);
    for (const name of names) {
      const inAws = name
        .replace('<AWS::AccountId>', '111122223333')
        .replace('<AWS::Region>', 'ap-southeast-2');
      expect(inAws).toMatch(/^[a-z0-9-]{3,63}$/);
    }
  });

  it('refuse a stage name that AWS does not accept', () => {
    expect(() => synthesize({ stage: 'Prod Stage' })).toThrow(/stage "Prod Stage"/);
  });
});

describe('mistakes make synth fail', () => {
  const endpoint = (change: Partial<Endpoint>): Endpoint => ({
    ...defineEndpoint({ ...sampleEndpoint, operationId: 'getThing', path: '/api/things/{id}' }),
    ...change,
  });

  it('a timeout that exceeds that of the API', () => {
    expect(() => synthesize({ endpoints: [endpoint({ timeoutSeconds: 30 })] })).toThrow(/getThing.*29 s/);
  });

  it('a function name that is too long for Lambda', () => {
    const operationId = `get${'Thing'.repeat(12)}`;
    expect(() => synthesize({ endpoints: [endpoint({ operationId })] })).toThrow(/longer than 64/);
  });
});
