/** The behaviors of the template's distribution: the paths they match and how these are served. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { ResolvedApp } from '../types.ts';
import { compileViewerRequest } from './cloudfront-function.ts';

export interface Behavior {
  allowedMethods: ReadonlySet<string>;
  /** The origin, unless the viewer-request function selects another. */
  originId: string;
  viewerRequest: ReturnType<typeof compileViewerRequest> | undefined;
  /** Headers of the response headers policy, and whether they override the origin's. */
  responseHeaders: { name: string; value: string; override: boolean }[];
}

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

export type Properties = Record<string, unknown>;

export function section(value: unknown): Properties {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): Properties[] {
  return Array.isArray(value) ? value.map(section) : [];
}

export function only(condition: boolean, what: string): void {
  if (!condition) throw new Error(`The distribution of the app does not run locally: ${what}`);
}

function securityHeaders(app: ResolvedApp, policyId: unknown): Behavior['responseHeaders'] {
  if (policyId === undefined) return [];
  const policy = app.find(String(policyId));
  only(
    policy?.type === 'AWS::CloudFront::ResponseHeadersPolicy',
    `its response headers policy ${policyId} is not supported.`,
  );
  const { SecurityHeadersConfig, CustomHeadersConfig } = section(
    policy?.properties.ResponseHeadersPolicyConfig,
  );
  const config = section(SecurityHeadersConfig);
  const header = (name: string, key: string, value: (part: Properties) => string) => {
    const part = config[key];
    return isRecord(part) ? [{ name, value: value(part), override: part.Override === true }] : [];
  };
  return [
    ...listOf(section(CustomHeadersConfig).Items).map(({ Header, Value, Override }) => ({
      name: String(Header).toLowerCase(),
      value: String(Value),
      override: Override === true,
    })),
    ...header('content-security-policy', 'ContentSecurityPolicy', ({ ContentSecurityPolicy }) =>
      String(ContentSecurityPolicy),
    ),
    ...header('strict-transport-security', 'StrictTransportSecurity', (part) => {
      const subdomains = part.IncludeSubdomains ? '; includeSubDomains' : '';
      return `max-age=${part.AccessControlMaxAgeSec}${subdomains}`;
    }),
    ...header('x-content-type-options', 'ContentTypeOptions', () => 'nosniff'),
    ...header('x-frame-options', 'FrameOptions', ({ FrameOption }) => String(FrameOption)),
    ...header('referrer-policy', 'ReferrerPolicy', ({ ReferrerPolicy }) => String(ReferrerPolicy)),
  ];
}

function viewerRequestOf(app: ResolvedApp, behavior: Properties): Behavior['viewerRequest'] {
  const associations = listOf(behavior.FunctionAssociations);
  const [first, ...others] = associations;
  if (first === undefined) return undefined;
  only(
    others.length === 0 && first.EventType === 'viewer-request',
    'only viewer-request functions are supported.',
  );
  const found = app.find(String(first.FunctionARN));
  only(found?.type === 'AWS::CloudFront::Function', `the function ${first.FunctionARN} does not exist.`);
  only(found?.properties.AutoPublish === true, 'its function is not published.');
  only(
    section(found?.properties.FunctionConfig).Runtime === 'cloudfront-js-2.0',
    'the runtime of its function is not supported.',
  );
  return compileViewerRequest(String(found?.properties.FunctionCode));
}

function readBehavior(app: ResolvedApp, behavior: Properties): Behavior {
  return {
    allowedMethods: new Set((behavior.AllowedMethods as string[] | undefined) ?? ['GET', 'HEAD']),
    originId: String(behavior.TargetOriginId),
    viewerRequest: viewerRequestOf(app, behavior),
    responseHeaders: securityHeaders(app, behavior.ResponseHeadersPolicyId),
  };
}

/**
 * Whether a path matches a pattern, in which `*` is any text and `?` one character.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
 */
export function matchesPattern(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^(?!\/)/, '/')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

/**
 * Whether this runtime, which caches nothing, serves the same as the cache policy: files are identified by their path
 * only, and cached no longer than their headers allow.
 */
function cachesByOriginHeaders(app: ResolvedApp, policyId: unknown): boolean {
  const policy = app.find(String(policyId));
  const config = section(policy?.properties.CachePolicyConfig);
  const parameters = section(config.ParametersInCacheKeyAndForwardedToOrigin);
  return (
    policy?.type === 'AWS::CloudFront::CachePolicy' &&
    config.MinTTL === 0 &&
    config.DefaultTTL === 0 &&
    section(parameters.CookiesConfig).CookieBehavior === 'none' &&
    section(parameters.HeadersConfig).HeaderBehavior === 'none' &&
    section(parameters.QueryStringsConfig).QueryStringBehavior === 'none'
  );
}

/**
 * Reads the behaviors of a distribution. Throws on settings that this runtime would serve differently than CloudFront.
 */
export function readBehaviors(app: ResolvedApp, config: Properties) {
  const byDefault = section(config.DefaultCacheBehavior);
  only(byDefault.CachePolicyId === cachingDisabled, 'its default behavior must not cache.');
  only(
    byDefault.OriginRequestPolicyId === allViewerExceptHost,
    'its default behavior must forward all headers except Host.',
  );
  const byPattern = listOf(config.CacheBehaviors);
  for (const { PathPattern, CachePolicyId, OriginRequestPolicyId } of byPattern) {
    only(cachesByOriginHeaders(app, CachePolicyId), `the cache policy of ${PathPattern} is not supported.`);
    only(
      OriginRequestPolicyId === undefined,
      `the origin request policy of ${PathPattern} is not supported.`,
    );
  }
  return {
    byDefault: readBehavior(app, byDefault),
    byPattern: byPattern.map((behavior) => ({
      ...readBehavior(app, behavior),
      matches: matchesPattern(String(behavior.PathPattern)),
    })),
  };
}
