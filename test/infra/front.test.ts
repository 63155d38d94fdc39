/** The public host: settings that differ from defaults of AWS. */
import { describe, expect, it } from 'vitest';
import { exportEntry } from '../../lib/aws/function-entries.ts';
import { defineEndpoint, type Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders, originSecretsVariable } from '../../shared/kernel/http/origin.ts';
import { settings } from '../../shared/kernel/settings/settings.ts';
import { streamEvents } from '../../shared/modules/events/contract.ts';
import { streamLimits } from '../../shared/modules/events/stream/limits.ts';
import { sampleEndpoint } from '../support/fixtures/sample-endpoint.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

const streamed: Endpoint = defineEndpoint({
  ...sampleEndpoint,
  ...{ operationId: 'getFile', module: 'files', path: '/api/files/{id}', transport: 'stream' },
  ...{ timeoutSeconds: 900, holdsConnection: true },
  success: { status: 200, description: 'The file.', contentTypes: ['application/octet-stream'] },
});

const app = synthesize({ stage: 'dev', endpoints: [streamed] });
const prod = synthesize({ stage: 'prod', endpoints: [streamed] });
const streamingFunctions = [
  'pm-dev-files-get-file',
  `pm-dev-${exportEntry.module}-${exportEntry.name}`,
].flatMap((name) => [name, `${name}-whole`]);

interface Origin {
  Id: string;
  OriginAccessControlId?: unknown;
  CustomOriginConfig: Record<string, unknown>;
  OriginCustomHeaders: { HeaderName: string; HeaderValue: string }[];
}

const distribution = app.only('AWS::CloudFront::Distribution');
const config = distribution.properties.DistributionConfig as Record<string, unknown>;
const behavior = config.DefaultCacheBehavior as Record<string, unknown>;
/** Behaviors with the viewer-request function; that of the console is tested with the console. */
const origins = (config.Origins as Origin[]).filter(({ Id }) => Id !== 'console');

describe('the distribution', () => {
  it('caches nothing by default, for every method', () => {
    expect(behavior).toMatchObject({
      TargetOriginId: 'api',
      // CachingDisabled and AllViewerExceptHostHeader, managed by AWS.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      ViewerProtocolPolicy: 'redirect-to-https',
      Compress: true,
    });
    const methods = (behavior.AllowedMethods as string[]).toSorted();
    expect(methods.join()).toBe('DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT');
  });

  it('caches no error, which CloudFront does for 10 s by default, and replaces none', () => {
    const responses = config.CustomErrorResponses as Record<string, unknown>[];
    const codes = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(responses).toEqual(codes.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });

  it('speaks HTTP/2 and 3, over IPv4 and IPv6', () => {
    expect(config).toMatchObject({ HttpVersion: 'http2and3', IPV6Enabled: true, Enabled: true });
  });

  it('adds security headers', () => {
    const policy = app.referenced(distribution, behavior.ResponseHeadersPolicyId);
    const { SecurityHeadersConfig } = policy.properties.ResponseHeadersPolicyConfig as {
      SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    };
    expect(SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { IncludeSubdomains: true, Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
    });
    expect(SecurityHeadersConfig.StrictTransportSecurity?.AccessControlMaxAgeSec).toBeGreaterThan(31_535_999);
  });

  it('writes access logs in prod only', () => {
    const logging = (of: typeof app) =>
      Object(of.only('AWS::CloudFront::Distribution').properties.DistributionConfig).Logging;
    expect(logging(prod)).toMatchObject({ IncludeCookies: false });
    expect(logging(app)).toBeUndefined();
  });

  it('is deployed last, after the functions that know its secret', () => {
    const { dependencies } = app.stack('front');
    const functions = ['PlatformModules-dev-files', 'PlatformModules-dev-exports'];
    expect(dependencies).toEqual(expect.arrayContaining(functions));
  });
});

describe('its viewer-request function', () => {
  const [association] = behavior.FunctionAssociations as { FunctionARN: unknown }[];
  const viewerRequest = app.referenced(distribution, association?.FunctionARN);

  it('is published, uses the runtime that can select origins, and has at most 10 KB', () => {
    expect(viewerRequest.properties).toMatchObject({
      AutoPublish: true,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
    expect(Buffer.byteLength(String(viewerRequest.properties.FunctionCode))).toBeLessThan(10_240);
    expect(behavior.FunctionAssociations).toEqual([
      {
        EventType: 'viewer-request',
        FunctionARN: { 'Fn::GetAtt': [viewerRequest.logicalId, 'FunctionMetadata.FunctionARN'] },
      },
    ]);
  });

  it('names only origins that exist', () => {
    const code = String(viewerRequest.properties.FunctionCode);
    const named = [...code.matchAll(/"originId":"([^"]+)"/g)].map(([, id]) => id);
    expect(named.toSorted()).toEqual(['exports-export-list', 'further-api', 'get-file']);
    expect(origins.map(({ Id }) => Id)).toEqual(expect.arrayContaining(named));
  });
});

describe('every origin', () => {
  it.each(origins)('$Id is reached over TLS and receives the secret', (origin) => {
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    expect(origin.OriginCustomHeaders).toEqual([
      {
        HeaderName: originHeaders.secret,
        HeaderValue: '{{resolve:secretsmanager:platform-modules/dev/origin/1:SecretString}}',
      },
    ]);
  });

  it.each(origins)('$Id has a read timeout longer than the pauses of an event stream', (origin) => {
    const { OriginReadTimeout } = origin.CustomOriginConfig;
    expect(OriginReadTimeout).toBeGreaterThan(streamLimits.maxSilenceSeconds);
  });

  it('is signed for functions only', () => {
    const signed = origins.filter(({ OriginAccessControlId }) => OriginAccessControlId !== undefined);
    const streams = ['exports-export-list', 'get-file'];
    expect(signed.map(({ Id }) => Id)).toEqual(streams.flatMap((id) => [id, `${id}-whole`]));
    for (const { OriginAccessControlId } of signed) {
      const control = app.referenced(distribution, OriginAccessControlId);
      expect(control.properties.OriginAccessControlConfig).toMatchObject({
        OriginAccessControlOriginType: 'lambda',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      });
    }
  });
});

describe('streaming functions', () => {
  const nameOf = (resource: TemplateResource) => resource.properties.FunctionName;

  it('have a URL that streams and that only signed requests may call', () => {
    const urls = app.ofType('AWS::Lambda::Url');
    expect(urls.map(({ properties }) => text(properties.TargetFunctionArn).split(':').at(-1)).sort()).toEqual(
      streamingFunctions.toSorted(),
    );
    for (const { properties } of urls) expect(properties).toMatchObject({ AuthType: 'AWS_IAM' });
  });

  it.each(streamingFunctions)('%s may be invoked by this distribution, with both permissions', (name) => {
    const permissions = app.ofType('AWS::Lambda::Permission').filter((one) => nameOf(one) === name);
    const SourceArn = `arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/<${distribution.logicalId}>`;
    const granted = { FunctionName: name, Principal: 'cloudfront.amazonaws.com', SourceArn };
    expect(permissions.map(({ properties: own }) => ({ ...own, SourceArn: text(own.SourceArn) }))).toEqual([
      { ...granted, Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'AWS_IAM' },
      { ...granted, Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true },
    ]);
  });

  it('can be read by pages of allowed origins only', () => {
    const cors = (of: typeof app) => of.ofType('AWS::Lambda::Url').map(({ properties }) => properties.Cors);
    expect(cors(app)).toEqual(streamingFunctions.map(() => undefined));
    const settings = { CORS_ALLOWED_ORIGINS: 'https://app.example.com' };
    for (const one of cors(synthesize({ endpoints: [streamed], settings }))) {
      expect(one).toMatchObject({
        AllowOrigins: ['https://app.example.com'],
        AllowCredentials: true,
        AllowHeaders: expect.arrayContaining(['x-api-key', 'last-event-id']),
      });
    }
  });

  it('have a timeout longer than an event stream', () => {
    expect(streamEvents.timeoutSeconds).toBeGreaterThan(streamLimits.maxSeconds);
    expect(Number(settings.EVENT_STREAM_SECONDS)).toBeLessThanOrEqual(streamLimits.maxSeconds);
  });

  it('that hold connections have reserved concurrency in production, and in stages that set it', () => {
    const reserved = (of: typeof app) =>
      of.ofType('AWS::Lambda::Function').flatMap(({ properties }) => {
        const { FunctionName, ReservedConcurrentExecutions: count } = properties;
        return count === undefined ? [] : [[FunctionName, count]];
      });
    expect(reserved(app)).toEqual([]);
    const asked = synthesize({ endpoints: [streamed], workers: [], options: { reservedConnections: 50 } });
    expect(reserved(asked)).toEqual([['pm-dev-files-get-file', 50]]);
    expect(reserved(prod)).toContainEqual(['pm-prod-files-get-file', 400]);
    const two = ['getFile', 'getOther'].map((operationId, index) => ({
      ...streamed,
      operationId,
      path: `${streamed.path}/${index}`,
    }));
    const shared = synthesize({ endpoints: two, workers: [], options: { reservedConnections: 50 } });
    expect(reserved(shared).map(([, count]) => count)).toEqual([25, 25]);
  });

  it('that send files or exports share a reserved concurrency that their clients cannot exceed', () => {
    const file: Endpoint = { ...streamed, holdsConnection: false };
    const own = synthesize({ endpoints: [file], workers: [], options: { reservedDownloads: 40 } });
    const counts = own
      .ofType('AWS::Lambda::Function')
      .map(({ properties }) => [properties.FunctionName, properties.ReservedConcurrentExecutions]);
    expect(counts).toContainEqual(['pm-dev-files-get-file', 20]);
    expect(counts).toContainEqual([`pm-dev-${exportEntry.module}-${exportEntry.name}`, 20]);
  });

  it('have no route of the API', () => {
    const routes = app.ofType('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);
    expect(routes).toEqual(['$default', '$default']);
  });

  it('accept GET only, because signing a body needs a hash that clients do not send', () => {
    const post = { ...streamed, method: 'POST' as const };
    expect(() => synthesize({ endpoints: [post] })).toThrow(/getFile: only GET/);
  });
});

describe('the secret between host and functions', () => {
  it('is available to every function, together with the previous one', () => {
    for (const { properties } of app.ofType('AWS::Lambda::Function')) {
      const { Variables } = properties.Environment as { Variables: Record<string, string> };
      expect(Variables[originSecretsVariable]).toBe(
        '{{resolve:secretsmanager:platform-modules/dev/origin/1/accepted:SecretString}}',
      );
    }
    const name = 'platform-modules/dev/origin/1/accepted';
    const accepted = app.only('AWS::SecretsManager::Secret', 'Name', name);
    expect(text(accepted.properties.SecretString)).toMatch(
      /^\{\{resolve:secretsmanager:<.*Generation1.*>:SecretString\}\},\{\{.*<.*Generation0.*>:SecretString\}\}$/,
    );
  });

  it('is random, and not part of the templates', () => {
    const generated = app
      .ofType('AWS::SecretsManager::Secret')
      .filter(({ properties }) => properties.SecretString === undefined);
    expect(generated).toHaveLength(2);
    for (const { properties } of generated) {
      expect(properties.GenerateSecretString).toEqual({ PasswordLength: 48, ExcludePunctuation: true });
    }
  });

  it('is rotated by a new number, and keeps the versions that deployed functions resolve', () => {
    const rotated = synthesize({ stage: 'dev', endpoints: [streamed], options: { originSecret: 2 } });
    const names = rotated.ofType('AWS::SecretsManager::Secret').map(({ properties }) => properties.Name);
    const kept = ['0', '1', '1/accepted', '2', '2/accepted'];
    expect(names.toSorted()).toEqual(kept.map((number) => `platform-modules/dev/origin/${number}`));
  });
});
