import { ArnFormat, Lazy, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  CfnCachePolicy,
  CfnDistribution,
  CfnFunction,
  CfnResponseHeadersPolicy,
  OriginRequestPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { originHeaders } from '../../../shared/kernel/http/origin.ts';
import type { Deployment } from '../deployment.ts';
import { HostName, namedBy } from '../host-name.ts';
import { frontName, originSecretName, secretValue } from '../names.ts';
import { certificateArnOf, webAclArnOf } from '../stacks/edge-stack.ts';
import { type ViewerRoutes, viewerRequestCode } from './viewer-request.ts';

export interface PublicHostProps {
  deployment: Deployment;
  apiDomainName: string;
  /** Patterns of paths whose public responses are cached, by what they depend on. */
  cachedPaths: Readonly<Record<'path' | 'caller', readonly string[]>>;
  /** Routes to other origins than the main API. */
  routes: ViewerRoutes;
}

/** Error codes whose caching can be configured in CloudFront; it caches errors for 10 s by default. */
const errorCodes = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
/** How long CloudFront waits for an origin's next bytes; the maximum without a quota increase. */
const originReadTimeoutSeconds = 60;
/** The same for origins in a VPC. */
const vpcOriginReadTimeoutSeconds = 120;
const twoYearsSeconds = 63_072_000;
/** Browsers use TLS with this host for two years. */
export const strictTransportSecurity = {
  accessControlMaxAgeSec: twoYearsSeconds,
  includeSubdomains: true,
  override: true,
};
const logDays = 90;
const publicFileSeconds = 300;
const yearSeconds = 31_536_000;
/** Headers on which the response of a file depends: credentials, and the origin of the calling page for CORS. */
const callerHeaders = [originHeaders.authorization, originHeaders.host, 'x-api-key', 'origin'];

/**
 * One CloudFront distribution. Only public files and the explorer are cached; every header except `Host` is forwarded to the API, and
 * the viewer-request function selects another origin for streams; other constructs add paths with their own behaviors.
 */
export class PublicHost extends Construct {
  readonly distributionArn: string;
  readonly distributionId: string;
  readonly domainName: string;
  #origins: CfnDistribution.OriginProperty[];
  #behaviors: CfnDistribution.CacheBehaviorProperty[] = [];
  #secret: string;

  constructor(
    scope: Construct,
    id: string,
    { deployment, apiDomainName, cachedPaths, routes }: PublicHostProps,
  ) {
    super(scope, id);
    const { stage, originSecret, domain } = deployment;
    const webAclArn = webAclArnOf(deployment);
    this.#secret = secretValue(originSecretName(stage, originSecret));
    this.#origins = [this.origin({ id: 'api', domainName: apiDomainName })];

    const viewerRequest = new CfnFunction(this, 'ViewerRequest', {
      name: `${frontName(stage)}-viewer-request`,
      autoPublish: true,
      functionCode: viewerRequestCode(routes),
      functionConfig: {
        comment: 'Forwards credentials and address, selects the origin',
        runtime: 'cloudfront-js-2.0',
      },
    });

    const common = {
      targetOriginId: 'api',
      viewerProtocolPolicy: 'redirect-to-https',
      allowedMethods: AllowedMethods.ALLOW_ALL.methods,
      originRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
      responseHeadersPolicyId: this.#securityHeaders(stage).attrId,
      functionAssociations: [
        { eventType: 'viewer-request', functionArn: viewerRequest.attrFunctionMetadataFunctionArn },
      ],
    };
    for (const by of ['path', 'caller'] as const) {
      if (cachedPaths[by].length === 0) continue;
      const cachePolicyId = this.#caching(stage, by).attrId;
      // Not compressed: compression would weaken ETags, which parts of files are requested by.
      this.addBehaviors(
        cachedPaths[by].map((pathPattern) => ({ ...common, pathPattern, compress: false, cachePolicyId })),
      );
    }

    const distribution = new CfnDistribution(this, 'Distribution', {
      distributionConfig: {
        enabled: true,
        comment: `Platform Modules ${stage}`,
        httpVersion: 'http2and3',
        ipv6Enabled: true,
        origins: Lazy.any({ produce: () => this.#origins }),
        defaultCacheBehavior: {
          ...common,
          compress: true,
          cachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
        },
        cacheBehaviors: Lazy.any({ produce: () => this.#behaviors }, { omitEmptyArray: true }),
        customErrorResponses: errorCodes.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
        ...(deployment.hostLogs && { logging: this.#logging() }),
        ...(domain && namedBy(domain.name, certificateArnOf(deployment, domain))),
        ...(webAclArn !== undefined && { webAclId: webAclArn }),
      },
    });
    this.#acknowledge(distribution, deployment);

    if (domain?.hostedZoneId !== undefined) {
      const { name, hostedZoneId } = domain;
      new HostName(this, 'Name', { name, hostedZoneId, distributionDomainName: distribution.attrDomainName });
    }
    this.domainName = domain?.name ?? distribution.attrDomainName;
    this.distributionId = distribution.ref;
    this.distributionArn = Stack.of(this).formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: distribution.ref,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }

  /** An origin that identifies the public host by the secret header. */
  origin(origin: {
    id: string;
    domainName: string;
    originAccessControlId?: string;
    /** For a load balancer in a VPC. */
    vpcOriginId?: string;
  }): CfnDistribution.OriginProperty {
    const { vpcOriginId, ...rest } = origin;
    return {
      ...rest,
      ...(vpcOriginId === undefined
        ? {
            customOriginConfig: {
              originProtocolPolicy: 'https-only',
              originSslProtocols: ['TLSv1.2'],
              originReadTimeout: originReadTimeoutSeconds,
            },
          }
        : { vpcOriginConfig: { vpcOriginId, originReadTimeout: vpcOriginReadTimeoutSeconds } }),
      originCustomHeaders: [{ headerName: originHeaders.secret, headerValue: this.#secret }],
    };
  }

  /** Adds origins that the viewer-request function can select. */
  addOrigins(origins: readonly CfnDistribution.OriginProperty[]): void {
    this.#origins.push(...origins);
  }

  /** Adds paths that are served by other origins than the API. */
  addBehaviors(behaviors: readonly CfnDistribution.CacheBehaviorProperty[]): void {
    this.#behaviors.push(...behaviors);
  }

  /**
   * Caches responses as long as their headers allow. Files that depend on their caller are cached separately for each
   * set of credentials, and for minutes only, because their owner may delete them or make them private.
   */
  #caching(stage: string, by: keyof PublicHostProps['cachedPaths']): CfnCachePolicy {
    const isByCaller = by === 'caller';
    return new CfnCachePolicy(this, isByCaller ? 'CachingByCaller' : 'CachingByPath', {
      cachePolicyConfig: {
        name: `${frontName(stage)}-${by}`,
        comment: 'As long as the Cache-Control of each response allows',
        minTtl: 0,
        defaultTtl: 0,
        maxTtl: isByCaller ? publicFileSeconds : yearSeconds,
        parametersInCacheKeyAndForwardedToOrigin: {
          cookiesConfig: { cookieBehavior: isByCaller ? 'all' : 'none' },
          headersConfig: isByCaller
            ? { headerBehavior: 'whitelist', headers: [...callerHeaders] }
            : { headerBehavior: 'none' },
          queryStringsConfig: { queryStringBehavior: isByCaller ? 'all' : 'none' },
          enableAcceptEncodingBrotli: !isByCaller,
          enableAcceptEncodingGzip: !isByCaller,
        },
      },
    });
  }

  #securityHeaders(stage: string): CfnResponseHeadersPolicy {
    return new CfnResponseHeadersPolicy(this, 'SecurityHeaders', {
      responseHeadersPolicyConfig: {
        name: `${frontName(stage)}-security-headers`,
        securityHeadersConfig: {
          strictTransportSecurity,
          contentTypeOptions: { override: true },
          frameOptions: { frameOption: 'DENY', override: false },
          referrerPolicy: { referrerPolicy: 'no-referrer', override: false },
        },
      },
    });
  }

  #logging(): CfnDistribution.LoggingProperty {
    const bucket = new Bucket(this, 'Logs', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // CloudFront writes as another account and grants access to its log files by ACL.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(logDays) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It contains access logs itself; only CloudFront writes there.',
    });
    return { bucket: bucket.bucketRegionalDomainName, includeCookies: false };
  }

  #acknowledge(distribution: CfnDistribution, deployment: Deployment): void {
    const acknowledged: Record<string, string> = {
      'AwsSolutions-CFR1': "The locations of a platform's tenants are unknown.",
    };
    if (webAclArnOf(deployment) === undefined)
      acknowledged['AwsSolutions-CFR2'] =
        'Every request is authenticated and limited per key; the option webAcl adds a limit per address.';
    if (deployment.domain === undefined)
      acknowledged['AwsSolutions-CFR4'] =
        "The distribution has CloudFront's own name and certificate until a domain is attached to it.";
    if (!deployment.hostLogs)
      acknowledged['AwsSolutions-CFR3'] = 'Stages that may be deleted only keep the access logs of the API.';
    for (const [id, reason] of Object.entries(acknowledged)) {
      Validations.of(distribution).acknowledge({ id, reason });
    }
  }
}
