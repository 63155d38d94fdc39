import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { parseOrigins } from '../../../shared/kernel/base/origins.ts';
import { filePrefixes } from '../../../shared/kernel/files/object-keys.ts';
import type { Deployment } from '../deployment.ts';
import { filesBucketName } from '../names.ts';

const stagingDays = 1;
const thumbDays = 30;
/** Longer than any log of events. */
const eventDays = 31;

/** The only bucket of the platform. Its layout is described in `shared/kernel/files/object-keys.ts`. */
export class FilesBucket extends Construct {
  constructor(scope: Construct, id: string, { stage, removalPolicy, environment }: Deployment) {
    super(scope, id);
    const { account, region } = Stack.of(this);
    const allowedOrigins = parseOrigins(environment.CORS_ALLOWED_ORIGINS ?? '');
    const bucket = new Bucket(this, 'Bucket', {
      bucketName: filesBucketName(stage, account, region),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // S3-managed keys: functions need no KMS grant, and KMS requests cost nothing.
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // A file never changes under its key, and files that a tenant deletes must be gone.
      versioned: false,
      lifecycleRules: [
        { id: 'staging', prefix: filePrefixes.staging, expiration: Duration.days(stagingDays) },
        { id: 'thumbs', prefix: filePrefixes.thumbs, expiration: Duration.days(thumbDays) },
        { id: 'events', prefix: filePrefixes.events, expiration: Duration.days(eventDays) },
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(stagingDays) },
      ],
      // Browsers send presigned forms directly to the bucket; everything else uses the public host.
      ...(allowedOrigins.length > 0 && {
        cors: [{ allowedOrigins, allowedMethods: [HttpMethods.POST], allowedHeaders: ['*'], maxAge: 3_600 }],
      }),
      removalPolicy,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Only the functions of this stage use the bucket, and each logs who requested which file; server access ' +
        'logs would cost a second bucket and contain less.',
    });
  }
}
