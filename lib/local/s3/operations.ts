/** The supported operations of S3: how a request selects them, and the permissions that they need. */
import { region } from '../cloudformation/resource-names.ts';
import type { AwsResponse } from '../gateway/aws-service.ts';
import * as uploads from './multipart.ts';
import * as objects from './objects.ts';
import { notImplemented, type S3Request } from './request.ts';
import type { S3Store } from './store.ts';
import { emptyResponse } from './xml.ts';

/** Runs an operation. `may` checks a permission for a key of the bucket. */
type Perform = (
  store: S3Store,
  request: S3Request,
  may: (permission: string, key: string) => boolean,
) => AwsResponse | Promise<AwsResponse>;

/**
 * S3's name, shown by the meter; the IAM action for bucket and key, undefined if the operation decides for each key; and
 * what it does.
 */
export type Operation = readonly [name: string, permission: string | undefined, perform: Perform];

const headBucket: Perform = () => emptyResponse(200, { 'x-amz-bucket-region': region });

/** By method, level, and the query parameters and headers that select operations. */
const operations: Readonly<Record<string, Operation>> = {
  'PUT key': ['PutObject', 'PutObject', objects.putObject],
  'PUT key x-amz-copy-source': ['CopyObject', 'PutObject', objects.copyObject],
  'GET key': ['GetObject', 'GetObject', objects.getObject],
  'HEAD key': ['HeadObject', 'GetObject', objects.getObject],
  'DELETE key': ['DeleteObject', 'DeleteObject', objects.deleteObject],
  'POST bucket delete': ['DeleteObjects', undefined, objects.deleteObjects],
  'GET bucket list-type': ['ListObjectsV2', 'ListBucket', objects.listObjects],
  'HEAD bucket': ['HeadBucket', 'ListBucket', headBucket],
  'GET service': ['ListBuckets', 'ListAllMyBuckets', objects.listBuckets],
  'POST key uploads': ['CreateMultipartUpload', 'PutObject', uploads.createMultipartUpload],
  'PUT key uploadId': ['UploadPart', 'PutObject', uploads.uploadPart],
  'POST key uploadId': ['CompleteMultipartUpload', 'PutObject', uploads.completeMultipartUpload],
  'DELETE key uploadId': ['AbortMultipartUpload', 'AbortMultipartUpload', uploads.abortMultipartUpload],
  'GET key uploadId': ['ListParts', 'ListMultipartUploadParts', uploads.listParts],
  'GET bucket uploads': ['ListMultipartUploads', 'ListBucketMultipartUploads', uploads.listMultipartUploads],
};

/** The parameters that select an operation of S3; other parameters are ignored. */
const selectingParameter =
  /^(uploads|uploadId|delete|list-type|accelerate|acl|analytics|attributes|cors|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|location|logging|metrics|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|renameObject|replication|requestPayment|restore|retention|select|session|tagging|torrent|versioning|versions|website)$/;
/** A copy must not ignore the conditions that are not supported: no operation has them. */
const selectingHeader = /^x-amz-copy-source(-if-(none-match|(un)?modified-since))?$/;

/** Returns the requested operation. Throws NotImplemented for an unsupported operation or condition. */
export function operationOf({ method, bucket, key, query, headers }: S3Request): Operation {
  const level = bucket === '' ? 'service' : key === '' ? 'bucket' : 'key';
  const parameters = [...query.keys()].filter((name) => selectingParameter.test(name));
  const selectors = Object.keys(headers).filter((name) => selectingHeader.test(name));
  const route = [method, level, ...parameters, ...selectors].join(' ');
  const operation = operations[route];
  if (operation === undefined) throw notImplemented(route);
  return operation;
}
