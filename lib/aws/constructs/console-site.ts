import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CustomResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CfnCachePolicy,
  type CfnDistribution,
  CfnFunction,
  CfnOriginAccessControl,
  CfnResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct, type IConstruct } from 'constructs';
import { consolePath } from '../../../shared/kernel/base/console-page.ts';
import { retiredTag } from '../../../shared/kernel/files/site-bucket.ts';
import {
  indexFile,
  retiredDays,
  servedFiles,
  siteBucketVariable,
  siteDirInCode,
  siteDirVariable,
  sitePrefix,
} from '../../../shared/modules/platform/console/site.ts';
import { hashOf } from '../assets/hash.ts';
import type { Deployment } from '../deployment.ts';
import { consoleEntry, functionBundleDir } from '../function-entries.ts';
import { consoleBucketName, frontName } from '../names.ts';
import { logGrant, type Statement } from '../policies/grants.ts';
import { consoleRequestCode, consoleResponseCode } from './console-request.ts';
import { PlatformFunction } from './platform-function.ts';
import { strictTransportSecurity } from './public-host.ts';

const originId = 'console';
const uploadSeconds = 120;
const yearSeconds = 31_536_000;

/** What pages of the console may load; other pages must not frame them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Previews of files before their upload are data and blob URLs.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const furtherHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export interface ConsoleSiteProps {
  deployment: Deployment;
  /** The log group of the upload function. */
  logGroup: LogGroup;
}

/** Hash of the build's names and contents. Throws when the build has no page. */
function buildHash(dir: string): string {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = servedFiles(found.map((entry) => relative(dir, join(entry.parentPath, entry.name))));
  if (!files.includes(indexFile)) throw new Error(`The console is not built: ${dir} has no ${indexFile}.`);
  return hashOf(files.map((file) => [file, hash('sha256', readFileSync(join(dir, file)))]));
}

/** Copies the build into a folder of the function's code, replacing an earlier one. Returns the build's hash. */
function addBuild(deployment: Deployment): string {
  const { bundleDir, consoleDir } = deployment;
  const link = join(functionBundleDir(resolve(bundleDir), consoleEntry), siteDirInCode);
  rmSync(link, { force: true });
  if (consoleDir === undefined) return 'none';
  symlinkSync(resolve(consoleDir), link, 'dir');
  return buildHash(consoleDir);
}

/**
 * The console as static files: a private bucket that only the distribution reads, the function that uploads a changed
 * build, and the distribution's behaviors for them. Files with a hash in their names are cached for a year, the page
 * that names them never. Files of earlier builds stay for open pages.
 */
export class ConsoleSite extends Construct {
  readonly origin: CfnDistribution.OriginProperty;
  readonly behaviors: CfnDistribution.CacheBehaviorProperty[];
  #bucket: Bucket;
  #upload: CustomResource;

  constructor(scope: Construct, id: string, { deployment, logGroup }: ConsoleSiteProps) {
    super(scope, id);
    const { stage } = deployment;
    const { account, region } = Stack.of(this);
    const bucket = new Bucket(this, 'Bucket', {
      bucketName: consoleBucketName(stage, account, region),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: false,
      lifecycleRules: [
        {
          id: 'earlier-builds',
          tagFilters: { [retiredTag.key]: retiredTag.value },
          expiration: Duration.days(retiredDays),
        },
      ],
      // Each deployment can upload the build again. A kept bucket would occupy its name.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: "It only contains the console's files, which are public through the public host.",
    });
    this.#bucket = bucket;
    this.#upload = this.#addUpload(deployment, logGroup);

    const signing = new CfnOriginAccessControl(this, 'Signing', {
      originAccessControlConfig: {
        name: `${frontName(stage)}-console`,
        originAccessControlOriginType: 's3',
        signingBehavior: 'always',
        signingProtocol: 'sigv4',
      },
    });
    this.origin = {
      id: originId,
      domainName: bucket.bucketRegionalDomainName,
      originAccessControlId: signing.attrId,
      // CloudFormation requires it for bucket origins; empty, because the origin access control replaces it.
      s3OriginConfig: { originAccessIdentity: '' },
    };
    this.behaviors = this.#behaviorsOf(stage);
  }

  /** Lets the distribution read the files. */
  allowReading(distributionArn: string): void {
    const common = {
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      conditions: { StringEquals: { 'AWS:SourceArn': distributionArn } },
    };
    const files = this.#bucket.arnForObjects(`${sitePrefix}*`);
    this.#bucket.addToResourcePolicy(
      new PolicyStatement({ ...common, actions: ['s3:GetObject'], resources: [files] }),
    );
    // Without it S3 returns 403 for a missing file.
    this.#bucket.addToResourcePolicy(
      new PolicyStatement({ ...common, actions: ['s3:ListBucket'], resources: [this.#bucket.bucketArn] }),
    );
  }

  /**
   * Uploads the files after these and the bucket's policy have been created: while one of them fails, the bucket is
   * empty, and CloudFormation can delete it. Until then the grants of the function have also taken effect.
   */
  uploadAfter(others: readonly IConstruct[]): void {
    this.#upload.node.addDependency(...others);
    if (this.#bucket.policy !== undefined) this.#upload.node.addDependency(this.#bucket.policy);
  }

  #addUpload(deployment: Deployment, logGroup: LogGroup): CustomResource {
    const { module, name } = consoleEntry;
    const build = addBuild(deployment);
    const { bucketName } = this.#bucket;
    const { account, region } = Stack.of(this);
    // By name: cdk-nag checks wildcards in grants, and cannot resolve values that the deployment determines.
    const bucketArn = Stack.of(this).formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: consoleBucketName(deployment.stage, account, region),
    });
    const grants: Statement[] = [
      logGrant({ logGroupArn: logGroup.logGroupArn }),
      { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: bucketArn },
      {
        Effect: 'Allow',
        Action: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject', 's3:PutObjectTagging'],
        Resource: `${bucketArn}/*`,
      },
    ];
    const { functionArn } = new PlatformFunction(this, 'UploadFunction', {
      deployment,
      module,
      name,
      description: 'Uploads the files of the console',
      logGroup,
      grants,
      timeoutSeconds: uploadSeconds,
      environment: { [siteBucketVariable]: bucketName, [siteDirVariable]: siteDirInCode },
      // The newest code contains the build to upload.
      withoutAlias: true,
      followsLinks: true,
    });
    return new CustomResource(this, 'Upload', {
      resourceType: 'Custom::ConsoleUpload',
      serviceToken: functionArn,
      serviceTimeout: Duration.seconds(2 * uploadSeconds),
      // CloudFormation calls the function when a property has changed.
      properties: { Build: build },
    });
  }

  #behaviorsOf(stage: string): CfnDistribution.CacheBehaviorProperty[] {
    const findFile = new CfnFunction(this, 'FindFile', {
      name: `${frontName(stage)}-console-request`,
      autoPublish: true,
      functionCode: consoleRequestCode(),
      functionConfig: {
        comment: 'Maps an address of the console to its file',
        runtime: 'cloudfront-js-2.0',
      },
    });
    const addRequestId = new CfnFunction(this, 'AddRequestId', {
      name: `${frontName(stage)}-console-response`,
      autoPublish: true,
      functionCode: consoleResponseCode(),
      functionConfig: {
        comment: 'Adds the request id to files of the console',
        runtime: 'cloudfront-js-2.0',
      },
    });
    const asFilesSay = new CfnCachePolicy(this, 'Caching', {
      cachePolicyConfig: {
        name: `${frontName(stage)}-console`,
        comment: 'As long as the Cache-Control of each file allows',
        minTtl: 0,
        defaultTtl: 0,
        maxTtl: yearSeconds,
        parametersInCacheKeyAndForwardedToOrigin: {
          cookiesConfig: { cookieBehavior: 'none' },
          headersConfig: { headerBehavior: 'none' },
          queryStringsConfig: { queryStringBehavior: 'none' },
          enableAcceptEncodingBrotli: true,
          enableAcceptEncodingGzip: true,
        },
      },
    });
    const headers = new CfnResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyConfig: {
        name: `${frontName(stage)}-console-headers`,
        securityHeadersConfig: {
          contentSecurityPolicy: { contentSecurityPolicy, override: true },
          strictTransportSecurity,
          contentTypeOptions: { override: true },
          frameOptions: { frameOption: 'DENY', override: true },
          referrerPolicy: { referrerPolicy: 'same-origin', override: true },
        },
        customHeadersConfig: {
          items: Object.entries(furtherHeaders).map(([header, value]) => ({ header, value, override: true })),
        },
      },
    });
    return [consolePath, `${consolePath}/*`].map((pathPattern) => ({
      pathPattern,
      targetOriginId: originId,
      viewerProtocolPolicy: 'redirect-to-https',
      // The function refuses methods that write in the form of the API; CloudFront would return a page.
      allowedMethods: AllowedMethods.ALLOW_ALL.methods,
      compress: true,
      cachePolicyId: asFilesSay.attrId,
      responseHeadersPolicyId: headers.attrId,
      functionAssociations: [
        { eventType: 'viewer-request', functionArn: findFile.attrFunctionMetadataFunctionArn },
        { eventType: 'viewer-response', functionArn: addRequestId.attrFunctionMetadataFunctionArn },
      ],
    }));
  }
}
