import { ArnFormat, Lazy, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
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

/**
 * One CloudFront distribution. By default nothing is cached, every header except `Host` is forwarded to the API, and
 * the viewer-request function selects another origin for streams; other constructs add paths with their own behaviors.
 */
export class PublicHost extends Construct {
  readonly distributionArn: string;
  readonly domainName: string;
  #origins: CfnDistribution.OriginProperty[];
  #behaviors: CfnDistribution.CacheBehaviorProperty[] = [];
  #secret: string;

  constructor(scope: Construct, id: string, { deployment, apiDomainName, routes }: PublicHostProps) {
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

    const distribution = new CfnDistribution(this, 'Distribution', {
      distributionConfig: {
        enabled: true,
        comment: `Platform Modules ${stage}`,
        httpVersion: 'http2and3',
        ipv6Enabled: true,
        origins: Lazy.any({ produce: () => this.#origins }),
        defaultCacheBehavior: {
          targetOriginId: 'api',
          viewerProtocolPolicy: 'redirect-to-https',
          allowedMethods: AllowedMethods.ALLOW_ALL.methods,
          compress: true,
          cachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
          originRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
          responseHeadersPolicyId: this.#securityHeaders(stage).attrId,
          functionAssociations: [
            { eventType: 'viewer-request', functionArn: viewerRequest.attrFunctionMetadataFunctionArn },
          ],
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
