import { expect, it } from 'vitest';
import { fileGrants, type GrantTargets } from '../../../lib/aws/policies/grants.ts';
import type { FilePermission } from '../../../shared/kernel/http/endpoint-spec.ts';

const bucket = 'arn:aws:s3:::files';
const targets = { shared: { filesBucketArn: bucket } } as GrantTargets;

it.each<[readonly FilePermission[], [string[], string][]]>([
  [[], []],
  [['read'], [[['s3:GetObject'], `${bucket}/*`]]],
  [
    ['read staging', 'upload staging', 'delete staging', 'write originals'],
    [
      [['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'], `${bucket}/staging/*`],
      [['s3:PutObject'], `${bucket}/t/*`],
    ],
  ],
  [
    ['read thumbs', 'write thumbs', 'list'],
    [
      [['s3:GetObject', 's3:PutObject'], `${bucket}/thumbs/*`],
      [['s3:ListBucket'], bucket],
    ],
  ],
  [['presign', 'write staging'], [[['s3:PutObject'], `${bucket}/staging/*`]]],
])('files are granted action by action and part by part: %j', (files, expected) => {
  const grants = fileGrants({ files }, targets);
  expect(grants.map(({ Action, Resource }) => [Action, Resource])).toEqual(expected);
});
