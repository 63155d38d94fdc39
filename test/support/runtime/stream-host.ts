/** A separate public host for a test file: one streaming function and its sibling behind a distribution. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { build } from 'esbuild';
import { bundleOptions } from '../../../lib/aws/bundling/bundle.ts';
import { gzipAssets } from '../../../lib/aws/bundling/gzip-assets.ts';
import { viewerRequestCode } from '../../../lib/aws/constructs/viewer-request.ts';
import { createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { startCloudFront } from '../../../lib/local/http/cloudfront.ts';
import { wireDistribution } from '../../../lib/local/http/cloudfront-wiring.ts';
import type { HttpApiService } from '../../../lib/local/http/http-api.ts';
import { createLambda } from '../../../lib/local/lambda/lambda.ts';
import { createFunctionLogs } from '../../../lib/local/lambda/logs.ts';
import type { Resource } from '../../../lib/local/types.ts';
import { wholeResponsesVariable } from '../../../shared/kernel/http/whole-response.ts';
import { aResource, resolvedApp } from './resolved-app.ts';

const accountId = '000000000000';
const functionArn = (name: string) => `arn:aws:lambda:us-east-1:${accountId}:function:${name}`;
const roleArn = `arn:aws:iam::${accountId}:role/streams`;
const distributionArn = `arn:aws:cloudfront::${accountId}:distribution/E1`;
const hostNames = {
  streams: 'abc.lambda-url.us-east-1.on.aws',
  'streams-whole': 'def.lambda-url.us-east-1.on.aws',
};

/** Both permissions that the distribution needs to call the function. */
export const permissions = [
  { Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'AWS_IAM' },
  { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true },
];

function resourcesOf(
  granted: readonly Record<string, unknown>[],
  timeoutSeconds: number,
  originSeconds: number,
): Resource[] {
  const inTest = (type: string, name: string, properties: object) =>
    aResource(type, name, `arn:test:${name}`, properties);
  const origin = (Id: string, DomainName: string, more: Record<string, unknown> = {}) => ({
    ...{ Id, DomainName, CustomOriginConfig: { OriginReadTimeout: originSeconds } },
    OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: 'secret' }],
    ...more,
  });
  const trust = [
    { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
  ];
  return [
    aResource('AWS::IAM::Role', 'role', roleArn, { AssumeRolePolicyDocument: { Statement: trust } }),
    ...Object.entries(hostNames).flatMap(([name, hostName]) => {
      const isWhole = name !== 'streams';
      const Variables = { ORIGIN_SECRETS: 'secret', ...(isWhole && { [wholeResponsesVariable]: 'true' }) };
      const url = inTest('AWS::Lambda::Url', `url-${name}`, {
        TargetFunctionArn: functionArn(name),
        AuthType: 'AWS_IAM',
        InvokeMode: isWhole ? 'BUFFERED' : 'RESPONSE_STREAM',
      });
      return [
        aResource('AWS::Lambda::Function', name, functionArn(name), {
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
          Role: roleArn,
          Timeout: timeoutSeconds,
          MemorySize: 512,
          Environment: { Variables },
        }),
        { ...url, attributes: { FunctionUrl: `https://${hostName}/` } },
      ];
    }),
    inTest('AWS::CloudFront::OriginAccessControl', 'signing', {
      OriginAccessControlConfig: { OriginAccessControlOriginType: 'lambda', SigningBehavior: 'always' },
    }),
    inTest('AWS::CloudFront::Function', 'viewer-request', {
      AutoPublish: true,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
      FunctionCode: viewerRequestCode({
        exports: null,
        ingest: { originId: 'ingest', routes: [] },
        furtherApi: { originId: 'further-api', prefixes: [] },
        streams: [{ path: '/api/streams/{id}/{how}', originId: 'streams', revalidates: true }],
      }),
    }),
    aResource('AWS::CloudFront::Distribution', 'distribution', distributionArn, {
      DistributionConfig: {
        Enabled: true,
        Origins: [
          origin('api', 'api.test'),
          ...Object.entries(hostNames).map(([name, hostName]) =>
            origin(name, hostName, { OriginAccessControlId: 'signing' }),
          ),
        ],
        DefaultCacheBehavior: {
          TargetOriginId: 'api',
          AllowedMethods: ['GET', 'HEAD', 'POST'],
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
          FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'viewer-request' }],
        },
      },
    }),
    ...granted.flatMap((properties, index) =>
      Object.keys(hostNames).map((FunctionName) =>
        inTest('AWS::Lambda::Permission', `permission-${FunctionName}-${index}`, {
          ...{ FunctionName, Principal: 'cloudfront.amazonaws.com', SourceArn: distributionArn },
          ...properties,
        }),
      ),
    ),
  ];
}

export type StreamHost = Awaited<ReturnType<typeof aStreamHost>>;

/** Bundles the fixture once for several hosts. Returns the folder with `index.mjs`; the caller removes it. */
export async function bundleStreamFunction(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'stream-function-'));
  await build({
    ...bundleOptions,
    // In one file: nothing is stored beside it.
    plugins: [gzipAssets],
    mainFields: [...bundleOptions.mainFields],
    sourcemap: false,
    entryPoints: [{ in: 'test/support/fixtures/stream-function.ts', out: 'index' }],
    outdir: dir,
  });
  return dir;
}

/** Starts a host in front of the fixture's function, which has only the given permissions. */
export async function aStreamHost(
  codeDir: string,
  granted: readonly Record<string, unknown>[] = permissions,
  { timeoutSeconds = 10, originSeconds = 5 } = {},
) {
  const resources = resourcesOf(granted, timeoutSeconds, originSeconds);
  const app = { ...resolvedApp(...resources), assetPath: () => codeDir };
  const dir = mkdtempSync(join(tmpdir(), 'stream-host-'));
  const logs = createFunctionLogs({ dir, quiet: true });
  const lambda = createLambda({
    app,
    registry: createIdentityRegistry(),
    awsGatewayUrl: 'http://127.0.0.1:9',
    logs,
    authorizeServiceCall: () => true,
    random: () => 1,
  });
  const api = {
    hostName: 'api.test',
    host: async () => ({ status: 200, headers: [], body: Buffer.from('api') }),
  } satisfies Pick<HttpApiService, 'hostName' | 'host'>;
  const buckets = { open: () => undefined };
  const server = await startCloudFront({
    wiring: wireDistribution(app, { apis: [api], lambda, buckets }),
    port: 0,
  });
  return {
    url: server.url,
    lambda,
    logs,
    async stop(): Promise<void> {
      await server.stop();
      await lambda.stop();
      await logs.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The channel of the function of a stream with that id. */
export function channelOf(id: string) {
  const channel = new BroadcastChannel(`stream-${id}`);
  const heard: unknown[] = [];
  const waiting: { word: string; resolve: () => void }[] = [];
  channel.onmessage = (message: unknown) => {
    const { data } = message as { data: unknown };
    heard.push(data);
    for (const { word, resolve } of waiting) if (word === data) resolve();
  };
  return {
    heard,
    say: (word: string) => channel.postMessage(word),
    /** Resolves when the function has sent the word, now or earlier. */
    hears: (word: string) =>
      heard.includes(word)
        ? Promise.resolve()
        : new Promise<void>((resolve) => void waiting.push({ word, resolve })),
    [Symbol.dispose]: () => channel.close(),
  };
}
