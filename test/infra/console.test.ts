/** The console in AWS: access to its files, their retention, and response headers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest, folderOfTests } from '../support/folders.ts';
import { synthesize, type TemplateResource } from '../support/runtime/template.ts';
import { directDependencies, reachedFrom } from '../support/template-rules/references.ts';

const consoleDir = folderOfTests();
mkdirSync(join(consoleDir, 'assets'));
const writeBuild = (text: string) => {
  writeFileSync(join(consoleDir, 'index.html'), text);
  writeFileSync(join(consoleDir, 'assets', 'app-1.js'), '1');
};
writeBuild('one');

const app = synthesize({ stage: 'dev', endpoints: [], workers: [], consoleDir });
const named = (type: string, part: string, of = app): TemplateResource => {
  const found = of.ofType(type).filter(({ logicalId }) => logicalId.startsWith(part));
  const [resource, ...others] = found;
  if (!resource || others.length > 0) throw new Error(`${found.length} of ${type}`);
  return resource;
};
const distribution = named('AWS::CloudFront::Distribution', 'Host');
const config = distribution.properties.DistributionConfig as {
  Origins: Record<string, unknown>[];
  CacheBehaviors: Record<string, unknown>[];
};
const bucket = named('AWS::S3::Bucket', 'Console');

describe('the files of the console', () => {
  it('are private: only signed requests of the distribution may read them', () => {
    expect(bucket.properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const policy = named('AWS::S3::BucketPolicy', 'Console').properties.PolicyDocument as {
      Statement: Record<string, unknown>[];
    };
    const [tls, read, list, ...more] = policy.Statement;
    expect(more).toEqual([]);
    expect(tls).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    const distributionOnly = {
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
    };
    expect(read).toMatchObject({ ...distributionOnly, Action: 's3:GetObject' });
    expect(JSON.stringify(read)).toContain('/console/*');
    expect(list).toMatchObject({ ...distributionOnly, Action: 's3:ListBucket' });
    for (const statement of [read, list]) expect(JSON.stringify(statement)).toContain(distribution.logicalId);
    const origin = config.Origins.find(({ Id }) => Id === 'console');
    expect(origin).toMatchObject({ S3OriginConfig: { OriginAccessIdentity: '' } });
    const control = app.referenced(distribution, origin?.OriginAccessControlId);
    expect(control.properties.OriginAccessControlConfig).toMatchObject({
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
    });
  });

  it('are kept while the current build has them, and for 30 days after', () => {
    const retired = { TagFilters: [{ Key: 'retired', Value: 'true' }], ExpirationInDays: 30 };
    expect(bucket.properties.LifecycleConfiguration).toEqual({
      Rules: [{ Id: 'earlier-builds', Status: 'Enabled', ...retired }],
    });
  });

  it('are uploaded last, so that a failed creation leaves an empty bucket', () => {
    const upload = named('Custom::ConsoleUpload', 'Console');
    const others = app
      .stack('front')
      .resources.filter(({ type }) => type.startsWith('AWS::CloudFront::') || type === 'AWS::Lambda::Url');
    const waits = reachedFrom(upload.logicalId, (id) =>
      directDependencies(app.stack('front').resources.find(({ logicalId }) => logicalId === id) ?? upload),
    );
    expect(others.map(({ logicalId }) => logicalId).filter((id) => !waits.has(id))).toEqual([]);
    expect(bucket.deletionPolicy).toBe('Delete');
  });

  it('are uploaded when a build is deployed, by a function with no other permission', () => {
    const upload = named('Custom::ConsoleUpload', 'Console');
    const lambda = app.referenced(upload, upload.properties.ServiceToken);
    expect(lambda.properties.FunctionName).toBe('pm-dev-console-upload-console');
    const role = app.referenced(lambda, lambda.properties.Role);
    const [{ PolicyDocument }] = role.properties.Policies as [{ PolicyDocument: { Statement: object[] } }];
    expect(PolicyDocument.Statement.flatMap((one) => Object(one).Action)).toEqual([
      ...['logs:CreateLogStream', 'logs:PutLogEvents'],
      ...['s3:ListBucket', 's3:DeleteObject', 's3:GetObject', 's3:PutObject', 's3:PutObjectTagging'],
    ]);
  });

  it('are uploaded again only if one of them has changed', () => {
    const buildOf = (of: typeof app) => named('Custom::ConsoleUpload', 'Console', of).properties.Build;
    const again = (text: string) => {
      writeBuild(text);
      return buildOf(synthesize({ stage: 'dev', endpoints: [], workers: [], consoleDir }));
    };
    expect(again('one')).toBe(buildOf(app));
    expect(again('two')).not.toBe(buildOf(app));
  });

  it('are not deployed without the page', () => {
    const empty = { endpoints: [], workers: [], consoleDir: folderOfTest() };
    expect(() => synthesize(empty)).toThrow(/has no index\.html/);
  });
});

describe('the paths of the console', () => {
  const [exact, below] = config.CacheBehaviors;

  it('are /console and everything below', () => {
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/console', '/console/*']);
    expect({ ...exact, PathPattern: '' }).toEqual({ ...below, PathPattern: '' });
    expect(below).toMatchObject({
      TargetOriginId: 'console',
      ViewerProtocolPolicy: 'redirect-to-https',
      AllowedMethods: expect.arrayContaining(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
      FunctionAssociations: [{ EventType: 'viewer-request' }, { EventType: 'viewer-response' }],
      Compress: true,
    });
  });

  it('are cached as each file sets it; the page is never cached', () => {
    const policy = app.referenced(distribution, below?.CachePolicyId);
    expect(policy.properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        EnableAcceptEncodingBrotli: true,
      },
    });
  });

  it('allow scripts of this host only, and forbid frames', () => {
    const policy = app.referenced(distribution, below?.ResponseHeadersPolicyId);
    const { SecurityHeadersConfig } = policy.properties.ResponseHeadersPolicyConfig as {
      SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    };
    const { ContentSecurityPolicy, Override } = SecurityHeadersConfig.ContentSecurityPolicy ?? {};
    expect(Override).toBe(true);
    const self = ['script', 'style', 'font', 'connect', 'manifest'].map((kind) => `${kind}-src 'self'`);
    const none = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
    const others = ["img-src 'self' data: blob:", "form-action 'self'"];
    const directives = String(ContentSecurityPolicy).split('; ');
    expect(directives.toSorted()).toEqual([...self, ...none, ...others].toSorted());
    expect(SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000 },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
    });
  });
});
