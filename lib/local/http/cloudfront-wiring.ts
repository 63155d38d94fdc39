/** The CloudFront distribution of the template: behavior, origins and policies, checked as far as they run here. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import { functionUrlOf } from '../lambda/function-url.ts';
import type { LambdaService } from '../lambda/lambda.ts';
import type { Host, ResolvedApp, Resource } from '../types.ts';
import { compileViewerRequest } from './cloudfront-function.ts';
import type { HttpApiService } from './http-api.ts';
import type { Ingest } from './ingest.ts';

export interface Origin {
  host: Host;
  hostName: string;
  /** Headers that CloudFront sets on every request to the origin. */
  customHeaders: [name: string, value: string][];
  /** The origin's signature replaces `Authorization`. */
  signs: boolean;
  readTimeoutMs: number;
}

export interface DistributionWiring {
  allowedMethods: ReadonlySet<string>;
  origin(id: string): Origin;
  defaultOriginId: string;
  viewerRequest: ReturnType<typeof compileViewerRequest> | undefined;
  /** Headers of the response headers policy, and whether they win over the origin's. */
  responseHeaders: { name: string; value: string; override: boolean }[];
}

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const defaultReadTimeoutSeconds = 30;

export interface OriginServices {
  api: HttpApiService;
  lambda: LambdaService;
  ingest?: Ingest | undefined;
}

type Properties = Record<string, unknown>;

function section(value: unknown): Properties {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): Properties[] {
  return Array.isArray(value) ? value.map(section) : [];
}

function only(condition: boolean, what: string): void {
  if (!condition) throw new Error(`The distribution of the app does not run locally: ${what}`);
}

function securityHeaders(app: ResolvedApp, policyId: unknown): DistributionWiring['responseHeaders'] {
  if (policyId === undefined) return [];
  const policy = app.find(String(policyId));
  only(policy?.type === 'AWS::CloudFront::ResponseHeadersPolicy', `its response headers policy ${policyId}.`);
  const { SecurityHeadersConfig } = section(policy?.properties.ResponseHeadersPolicyConfig);
  const config = section(SecurityHeadersConfig);
  const header = (name: string, key: string, value: (part: Properties) => string) => {
    const part = config[key];
    return isRecord(part) ? [{ name, value: value(part), override: part.Override === true }] : [];
  };
  return [
    ...header('strict-transport-security', 'StrictTransportSecurity', (part) => {
      const subdomains = part.IncludeSubdomains ? '; includeSubDomains' : '';
      return `max-age=${part.AccessControlMaxAgeSec}${subdomains}`;
    }),
    ...header('x-content-type-options', 'ContentTypeOptions', () => 'nosniff'),
    ...header('x-frame-options', 'FrameOptions', ({ FrameOption }) => String(FrameOption)),
    ...header('referrer-policy', 'ReferrerPolicy', ({ ReferrerPolicy }) => String(ReferrerPolicy)),
  ];
}

function viewerRequestOf(app: ResolvedApp, behavior: Properties): DistributionWiring['viewerRequest'] {
  const associations = listOf(behavior.FunctionAssociations);
  const [first, ...others] = associations;
  if (first === undefined) return undefined;
  only(others.length === 0 && first.EventType === 'viewer-request', 'only a viewer-request function is run.');
  const found = app.find(String(first.FunctionARN));
  only(found?.type === 'AWS::CloudFront::Function', `there is no function ${first.FunctionARN}.`);
  only(found?.properties.AutoPublish === true, 'its function is not published.');
  only(section(found?.properties.FunctionConfig).Runtime === 'cloudfront-js-2.0', "its function's runtime.");
  return compileViewerRequest(String(found?.properties.FunctionCode));
}

function hostOf(
  app: ResolvedApp,
  distribution: Resource,
  origin: Properties,
  services: OriginServices,
): { host: Host; signs: boolean } {
  const hostName = String(origin.DomainName);
  const { api, lambda, ingest } = services;
  if (isRecord(origin.VpcOriginConfig)) {
    const found = app.find(String(origin.VpcOriginConfig.VpcOriginId));
    only(found?.type === 'AWS::CloudFront::VpcOrigin', `there is no way ${origin.Id} into a VPC.`);
    if (ingest?.hostName !== hostName) throw new Error(`Origin ${origin.Id}: no service is at ${hostName}.`);
    return { host: ingest.host, signs: false };
  }
  if (hostName === api.hostName) return { host: (request) => api.host(request), signs: false };
  const url = app
    .ofType('AWS::Lambda::Url')
    .find(({ attributes }) => URL.parse(attributes?.FunctionUrl ?? '')?.host === hostName);
  if (url === undefined) throw new Error(`Origin ${origin.Id}: nothing of the app is at ${hostName}.`);
  const control = app.find(String(origin.OriginAccessControlId));
  const { OriginAccessControlOriginType, SigningBehavior } = section(
    control?.properties.OriginAccessControlConfig,
  );
  const signs = OriginAccessControlOriginType === 'lambda' && SigningBehavior === 'always';
  const signer = { principal: 'cloudfront.amazonaws.com', sourceArn: distribution.arn };
  return { host: functionUrlOf(app, url, lambda).hostFor(signs ? signer : undefined), signs };
}

/** Reads the one distribution of the app. Throws on what AWS or this runtime refuses. */
export function wireDistribution(app: ResolvedApp, services: OriginServices): DistributionWiring {
  const [distribution, ...others] = app.ofType('AWS::CloudFront::Distribution');
  if (distribution === undefined || others.length > 0)
    throw new Error('The app must have exactly one CloudFront distribution.');
  const config = section(distribution.properties.DistributionConfig);
  const behavior = section(config.DefaultCacheBehavior);
  only(config.Enabled === true, 'it is not enabled.');
  only(listOf(config.CacheBehaviors).length === 0, 'only the default behavior is.');
  only(behavior.CachePolicyId === cachingDisabled, 'nothing is cached here.');
  only(behavior.OriginRequestPolicyId === allViewerExceptHost, 'all headers but Host are passed on here.');
  only(
    listOf(config.CustomErrorResponses).every(({ ResponsePagePath }) => ResponsePagePath === undefined),
    'error pages would replace our own errors.',
  );

  const origins = new Map<string, Origin>();
  for (const origin of listOf(config.Origins)) {
    const { OriginReadTimeout } = section(origin.CustomOriginConfig ?? origin.VpcOriginConfig);
    origins.set(String(origin.Id), {
      ...hostOf(app, distribution, origin, services),
      hostName: String(origin.DomainName),
      customHeaders: listOf(origin.OriginCustomHeaders).map(({ HeaderName, HeaderValue }) => [
        String(HeaderName).toLowerCase(),
        String(HeaderValue),
      ]),
      readTimeoutMs: Number(OriginReadTimeout ?? defaultReadTimeoutSeconds) * 1000,
    });
  }
  const originOf = (id: string): Origin => {
    const found = origins.get(id);
    if (found === undefined) throw new Error(`The distribution has no origin ${id}.`);
    return found;
  };
  const defaultOriginId = String(behavior.TargetOriginId);
  originOf(defaultOriginId);
  return {
    allowedMethods: new Set((behavior.AllowedMethods as string[] | undefined) ?? ['GET', 'HEAD']),
    origin: originOf,
    defaultOriginId,
    viewerRequest: viewerRequestOf(app, behavior),
    responseHeaders: securityHeaders(app, behavior.ResponseHeadersPolicyId),
  };
}
