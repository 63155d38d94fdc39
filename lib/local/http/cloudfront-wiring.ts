/** The CloudFront distribution of the template. Settings that do not run locally are refused. */
import * as z from 'zod/mini';
import { linked, onlyOf, propertiesOf } from '../cloudformation/properties.ts';
import { functionUrlHost } from '../lambda/function-url.ts';
import type { LambdaService } from '../lambda/lambda.ts';
import type { Host, ResolvedApp, Resource } from '../types.ts';
import {
  absent,
  type Behavior,
  defaultBehavior,
  pathBehavior,
  readBehavior,
} from './cloudfront-behaviors.ts';
import type { ContainerService } from './container-service.ts';
import type { HttpApiService } from './http-api.ts';
import { type BucketServices, s3Origin } from './s3-origin.ts';

const readTimeout = { OriginReadTimeout: z.optional(z.number()) };
const originProperties = z.object({
  Id: z.string(),
  DomainName: z.string(),
  CustomOriginConfig: z.optional(z.object(readTimeout)),
  VpcOriginConfig: z.optional(z.object({ VpcOriginId: z.string(), ...readTimeout })),
  OriginAccessControlId: z.optional(z.string()),
  OriginCustomHeaders: z._default(z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })), []),
});
const distributionProperties = z.object({
  DistributionConfig: z.object({
    Enabled: z.literal(true),
    // Error pages would replace the API's own errors.
    CustomErrorResponses: z.optional(z.array(z.object({ ResponsePagePath: absent }))),
    Origins: z.array(originProperties),
    DefaultCacheBehavior: defaultBehavior,
    CacheBehaviors: z._default(z.array(pathBehavior), []),
  }),
});
const accessControlProperties = (kind: 's3' | 'lambda') =>
  z.object({
    OriginAccessControlConfig: z.object({
      OriginAccessControlOriginType: z.literal(kind),
      SigningBehavior: z.literal('always'),
    }),
  });

const defaultReadTimeoutSeconds = 30;

export interface OriginServices extends BucketServices {
  apis: readonly Pick<HttpApiService, 'hostName' | 'host'>[];
  lambda: LambdaService;
  containers?: ContainerService | undefined;
}

function hostOf(
  app: ResolvedApp,
  distribution: Resource,
  origin: z.infer<typeof originProperties>,
  services: OriginServices,
): Host {
  const { Id, DomainName, VpcOriginConfig, OriginAccessControlId } = origin;
  const { apis, lambda, containers } = services;
  if (VpcOriginConfig !== undefined) {
    linked(app, 'AWS::CloudFront::VpcOrigin', VpcOriginConfig.VpcOriginId);
    if (containers?.hostName !== DomainName)
      throw new Error(`Origin ${Id}: no service listens at ${DomainName}.`);
    return containers.host;
  }
  const api = apis.find(({ hostName }) => hostName === DomainName);
  if (api !== undefined) return api.host;
  /** Throws when CloudFront does not sign requests to the origin, which would refuse them. */
  function checkSigning(kind: 's3' | 'lambda'): void {
    const id = OriginAccessControlId ?? `The access control of origin ${Id}`;
    propertiesOf(linked(app, 'AWS::CloudFront::OriginAccessControl', id), accessControlProperties(kind));
  }
  const bucket = app
    .ofType('AWS::S3::Bucket')
    .find(({ attributes }) => attributes?.RegionalDomainName === DomainName);
  if (bucket !== undefined) {
    checkSigning('s3');
    return s3Origin(app, bucket, distribution, services);
  }
  const url = app
    .ofType('AWS::Lambda::Url')
    .find(({ attributes }) => URL.parse(attributes?.FunctionUrl ?? '')?.host === DomainName);
  if (url === undefined) throw new Error(`Origin ${Id}: nothing in the app has the name ${DomainName}.`);
  checkSigning('lambda');
  return functionUrlHost(app, url, lambda, distribution);
}

export type DistributionWiring = ReturnType<typeof wireDistribution>;
export type Origin = ReturnType<DistributionWiring['origin']>;

/** Reads the only distribution of the app. Throws on settings that AWS or this runtime refuses. */
export function wireDistribution(app: ResolvedApp, services: OriginServices) {
  const distribution = onlyOf(app, 'AWS::CloudFront::Distribution');
  const { DistributionConfig: config } = propertiesOf(distribution, distributionProperties);
  const origins = new Map(
    config.Origins.map((properties) => {
      const { Id, DomainName, CustomOriginConfig, VpcOriginConfig, OriginAccessControlId } = properties;
      const { OriginReadTimeout = defaultReadTimeoutSeconds } = CustomOriginConfig ?? VpcOriginConfig ?? {};
      // They replace those of the viewer.
      const headers = new Map([['host', DomainName]]);
      for (const { HeaderName, HeaderValue } of properties.OriginCustomHeaders)
        headers.set(HeaderName.toLowerCase(), HeaderValue);
      // The origin's signature replaces the viewer's credentials.
      if (OriginAccessControlId !== undefined)
        headers.set('authorization', 'AWS4-HMAC-SHA256 Credential=origin-access-control');
      const host = hostOf(app, distribution, properties, services);
      return [Id, { host, headers, readTimeoutMs: OriginReadTimeout * 1000 }] as const;
    }),
  );
  function origin(id: string) {
    const found = origins.get(id);
    if (found === undefined) throw new Error(`The origin ${id} of the distribution does not exist.`);
    return found;
  }

  const byDefault = readBehavior(app, config.DefaultCacheBehavior);
  const byPattern = config.CacheBehaviors.map((behavior) => readBehavior(app, behavior));
  for (const { originId } of [byDefault, ...byPattern]) origin(originId);
  return {
    origin,
    /** Returns the behavior of a path: the first whose pattern matches, else the default. */
    behaviorOf: (path: string): Behavior => byPattern.find(({ matches }) => matches(path)) ?? byDefault,
  };
}
