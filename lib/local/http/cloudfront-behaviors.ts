/** The behaviors of the template's distribution: the paths they match and how these are served. */
import * as z from 'zod/mini';
import { linked, propertiesOf } from '../cloudformation/properties.ts';
import { matchesPattern as matchesIamPattern } from '../gateway/iam.ts';
import type { ResolvedApp } from '../types.ts';
import { compileViewerRequest, compileViewerResponse } from './cloudfront-function.ts';

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** A property that does not run locally. */
export const absent = z.optional(z.undefined());

const behavior = z.object({
  AllowedMethods: z._default(z.array(z.string()), ['GET', 'HEAD']),
  TargetOriginId: z.string(),
  FunctionAssociations: z._default(
    z
      .array(z.object({ EventType: z.enum(['viewer-request', 'viewer-response']), FunctionARN: z.string() }))
      .check(z.maxLength(2)),
    [],
  ),
  ResponseHeadersPolicyId: z.optional(z.string()),
});

/** By default, nothing is cached, and all headers except Host are forwarded. */
export const defaultBehavior = z.extend(behavior, {
  CachePolicyId: z.literal(cachingDisabled),
  OriginRequestPolicyId: z.literal(allViewerExceptHost),
});

export const pathBehavior = z.extend(behavior, {
  PathPattern: z.string(),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.literal(allViewerExceptHost)),
});

/**
 * The cache policies for which this runtime, which caches nothing, serves the same: responses are identified by their
 * path, or also by query, cookies and headers, and cached no longer than their headers allow.
 */
const cachePolicy = z.object({
  CachePolicyConfig: z.object({
    MinTTL: z.literal(0),
    DefaultTTL: z.literal(0),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      CookiesConfig: z.object({ CookieBehavior: z.enum(['none', 'all']) }),
      HeadersConfig: z.object({ HeaderBehavior: z.enum(['none', 'whitelist']) }),
      QueryStringsConfig: z.object({ QueryStringBehavior: z.enum(['none', 'all']) }),
    }),
  }),
});

const viewerFunction = z.object({
  AutoPublish: z.literal(true),
  FunctionConfig: z.object({ Runtime: z.literal('cloudfront-js-2.0') }),
  FunctionCode: z.string(),
});

const Override = z.boolean();
const headersPolicy = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z._default(
      z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), Override })) }),
      { Items: [] },
    ),
    SecurityHeadersConfig: z._default(
      z.strictObject({
        ContentSecurityPolicy: z.optional(z.object({ ContentSecurityPolicy: z.string(), Override })),
        ContentTypeOptions: z.optional(z.object({ Override })),
        FrameOptions: z.optional(z.object({ FrameOption: z.string(), Override })),
        ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string(), Override })),
        StrictTransportSecurity: z.optional(
          z.object({
            AccessControlMaxAgeSec: z.number(),
            IncludeSubdomains: z.optional(z.boolean()),
            Override,
          }),
        ),
      }),
      {},
    ),
  }),
});

/** Returns headers by name, and whether each overrides the origin's. */
function policyHeaders(app: ResolvedApp, policyId: string | undefined) {
  const headers = new Map<string, { value: string; override: boolean }>();
  if (policyId === undefined) return headers;
  const policy = linked(app, 'AWS::CloudFront::ResponseHeadersPolicy', policyId);
  const { ResponseHeadersPolicyConfig: config } = propertiesOf(policy, headersPolicy);
  const add = (name: string, part: { Override: boolean } | undefined, value: string | undefined) => {
    if (part !== undefined && value !== undefined) headers.set(name, { value, override: part.Override });
  };
  for (const item of config.CustomHeadersConfig.Items) add(item.Header.toLowerCase(), item, item.Value);
  const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, ...security } = config.SecurityHeadersConfig;
  add('content-security-policy', ContentSecurityPolicy, ContentSecurityPolicy?.ContentSecurityPolicy);
  add('x-content-type-options', security.ContentTypeOptions, 'nosniff');
  add('x-frame-options', FrameOptions, FrameOptions?.FrameOption);
  add('referrer-policy', ReferrerPolicy, ReferrerPolicy?.ReferrerPolicy);
  const transport = security.StrictTransportSecurity;
  const subdomains = transport?.IncludeSubdomains ? '; includeSubDomains' : '';
  add('strict-transport-security', transport, `max-age=${transport?.AccessControlMaxAgeSec}${subdomains}`);
  return headers;
}

export type Behavior = ReturnType<typeof readBehavior>;

/** Reads a behavior. Throws on settings that this runtime would serve differently than CloudFront. */
export function readBehavior(
  app: ResolvedApp,
  properties: z.infer<typeof defaultBehavior | typeof pathBehavior>,
) {
  const { AllowedMethods, TargetOriginId, FunctionAssociations, ResponseHeadersPolicyId } = properties;
  if ('PathPattern' in properties)
    propertiesOf(linked(app, 'AWS::CloudFront::CachePolicy', properties.CachePolicyId), cachePolicy);
  const codeOf = (event: 'viewer-request' | 'viewer-response'): string | undefined => {
    const arn = FunctionAssociations.find(({ EventType }) => EventType === event)?.FunctionARN;
    return arn === undefined
      ? undefined
      : propertiesOf(linked(app, 'AWS::CloudFront::Function', arn), viewerFunction).FunctionCode;
  };
  const onRequest = codeOf('viewer-request');
  const onResponse = codeOf('viewer-response');
  return {
    allowedMethods: new Set(AllowedMethods),
    /** The origin, unless the viewer-request function selects another. */
    originId: TargetOriginId,
    viewerRequest: onRequest === undefined ? undefined : compileViewerRequest(onRequest),
    viewerResponse: onResponse === undefined ? undefined : compileViewerResponse(onResponse),
    responseHeaders: policyHeaders(app, ResponseHeadersPolicyId),
    matches: 'PathPattern' in properties ? matchesPattern(properties.PathPattern) : () => true,
  };
}

/**
 * Whether a path matches a pattern, in which `*` is any text and `?` one character.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
 */
export function matchesPattern(pattern: string): (path: string) => boolean {
  const absolute = pattern.startsWith('/') ? pattern : `/${pattern}`;
  return (path) => matchesIamPattern(absolute, path);
}
