/** The function that CloudFormation calls when the build of the console has changed. */
import { resolve } from 'node:path';
import { type CustomResourceHandler, customResource } from '../../../kernel/aws/custom-resource.ts';
import { openSiteBucket } from '../../../kernel/files/site-bucket.ts';
import { siteBucketVariable, siteDirVariable } from './site.ts';
import { uploadSite } from './upload.ts';

/** Returns a handler that uploads the build from `codeDir`. Throws if the environment does not name the bucket. */
export function uploadHandler(env: NodeJS.ProcessEnv, codeDir: string): CustomResourceHandler {
  const { [siteBucketVariable]: bucketName, [siteDirVariable]: dir } = env;
  if (!bucketName || !dir) throw new Error(`${siteBucketVariable} and ${siteDirVariable} must be set.`);
  const bucket = openSiteBucket(bucketName);
  return customResource('console', {
    perform: () => uploadSite(resolve(codeDir, dir), bucket),
    undo: () => bucket.empty(),
  });
}
