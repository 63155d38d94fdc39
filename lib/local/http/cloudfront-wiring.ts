/**
 * The CloudFront distribution of the template: behaviors, origins and policies. Settings that do not run locally are
 * refused.
 */

import { isRecord } from '../cloudformation/intrinsics.ts';
import { functionUrlHost } from '../lambda/function-url.ts';
import type { LambdaService } from '../lambda/lambda.ts';
import type { Buckets } from '../s3/buckets.ts';
import type { Host, HostResponse, ResolvedApp, Resource } from '../types.ts';
import {
  type Behavior,
  listOf,
  only,
  type Properties,
  readBehaviors,
  section,
} from './cloudfront-behaviors.ts';
import type { HttpApiService } from './http-api.ts';
import type { Ingest } from './ingest.ts';
import { s3Origin } from './s3-origin.ts';

export interface Origin {
  host: Host;
  hostName: string;
  /** Headers that CloudFront sets on every request to the origin. */
  customHeaders: [name: string, value: string][];
  /** The origin's signature replaces the `Authorization` header. */
  signs: boolean;
  readTimeoutMs: number;
}

export interface DistributionWiring {
  origin(id: string): Origin;
  /** Returns the behavior of a path: the first whose pattern matches, else the default. */
  behaviorOf(path: string): Behavior;
}

const defaultReadTimeoutSeconds = 30;

export interface OriginServices {
  api: HttpApiService;
  lambda: LambdaService;
  ingest?: Ingest | undefined;
  buckets: Pick<Buckets, 'open'>;
  /** The page returned for files of buckets until they are uploaded. */
  waitingPage?: (() => HostResponse | undefined) | undefined;
}

function hostOf(
  app: ResolvedApp,
  distribution: Resource,
  origin: Properties,
  services: OriginServices,
): { host: Host; signs: boolean } {
  const hostName = String(origin.DomainName);
  const { api, lambda, ingest, buckets, waitingPage } = services;
  if (isRecord(origin.VpcOriginConfig)) {
    const found = app.find(String(origin.VpcOriginConfig.VpcOriginId));
    only(found?.type === 'AWS::CloudFront::VpcOrigin', `the VPC origin of ${origin.Id} does not exist.`);
    if (ingest?.hostName !== hostName)
      throw new Error(`Origin ${origin.Id}: no service listens at ${hostName}.`);
    return { host: ingest.host, signs: false };
  }
  if (hostName === api.hostName) return { host: (request) => api.host(request), signs: false };
  const control = app.find(String(origin.OriginAccessControlId));
  const { OriginAccessControlOriginType: signedFor, SigningBehavior } = section(
    control?.properties.OriginAccessControlConfig,
  );
  const signsFor = (kind: string): boolean => signedFor === kind && SigningBehavior === 'always';
  const bucket = app
    .ofType('AWS::S3::Bucket')
    .find(({ attributes }) => attributes?.RegionalDomainName === hostName);
  if (bucket !== undefined) {
    const signs = signsFor('s3');
    return { host: s3Origin({ app, bucket, distribution, signs, buckets, waiting: waitingPage }), signs };
  }
  const url = app
    .ofType('AWS::Lambda::Url')
    .find(({ attributes }) => URL.parse(attributes?.FunctionUrl ?? '')?.host === hostName);
  if (url === undefined) throw new Error(`Origin ${origin.Id}: nothing in the app has the name ${hostName}.`);
  const signs = signsFor('lambda');
  const signer = { principal: 'cloudfront.amazonaws.com', sourceArn: distribution.arn };
  return { host: functionUrlHost(app, url, lambda, signs ? signer : undefined), signs };
}

/** Reads the only distribution of the app. Throws on settings that AWS or this runtime refuses. */
export function wireDistribution(app: ResolvedApp, services: OriginServices): DistributionWiring {
  const [distribution, ...others] = app.ofType('AWS::CloudFront::Distribution');
  if (distribution === undefined || others.length > 0)
    throw new Error('The app must have exactly one CloudFront distribution.');
  const config = section(distribution.properties.DistributionConfig);
  only(config.Enabled === true, 'it is not enabled.');
  only(
    listOf(config.CustomErrorResponses).every(({ ResponsePagePath }) => ResponsePagePath === undefined),
    "its error pages would replace the API's own errors.",
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
    if (found === undefined) throw new Error(`The origin ${id} of the distribution does not exist.`);
    return found;
  };
  const { byDefault, byPattern } = readBehaviors(app, config);
  for (const { originId } of [byDefault, ...byPattern]) originOf(originId);
  return {
    origin: originOf,
    behaviorOf: (path) => byPattern.find(({ matches }) => matches(path)) ?? byDefault,
  };
}
