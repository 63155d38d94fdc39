/** The supported operations of S3: how a request selects them, and the permissions that they need. */
import type { AwsResponse } from '../gateway/aws-service.ts';
import * as multipart from './multipart.ts';
import * as objects from './objects.ts';
import { notImplemented, type S3Request } from './request.ts';
import type { S3Store } from './store.ts';
import { emptyResponse } from './xml.ts';

export interface Operation {
  /** S3's name, shown by the meter. */
  name: string;
  /** The IAM action for bucket and key, if it has another name; `each key` if the operation decides for each key. */
  permission?: string;
  /** Runs the operation. `may` checks a permission for a key of the bucket. */
  perform(
    store: S3Store,
    request: S3Request,
    may: (permission: string, key: string) => boolean,
  ): AwsResponse | Promise<AwsResponse>;
}

/** By method, level, and the query parameters and headers that select operations. */
const operations: Readonly<Record<string, Operation>> = {
  'PUT key': { name: 'PutObject', perform: objects.putObject },
  'PUT key x-amz-copy-source': { name: 'CopyObject', permission: 'PutObject', perform: objects.copyObject },
  'GET key': { name: 'GetObject', perform: objects.getObject },
  'HEAD key': { name: 'HeadObject', permission: 'GetObject', perform: objects.getObject },
  'DELETE key': { name: 'DeleteObject', perform: objects.deleteObject },
  'POST bucket delete': { name: 'DeleteObjects', permission: 'each key', perform: objects.deleteObjects },
  'GET bucket list-type': { name: 'ListObjectsV2', permission: 'ListBucket', perform: objects.listObjects },
  'POST key uploads': {
    name: 'CreateMultipartUpload',
    permission: 'PutObject',
    perform: multipart.createMultipartUpload,
  },
  'PUT key uploadId': { name: 'UploadPart', permission: 'PutObject', perform: multipart.uploadPart },
  'POST key uploadId': {
    name: 'CompleteMultipartUpload',
    permission: 'PutObject',
    perform: multipart.completeMultipartUpload,
  },
  'DELETE key uploadId': { name: 'AbortMultipartUpload', perform: multipart.abortMultipartUpload },
  'GET key uploadId': {
    name: 'ListParts',
    permission: 'ListMultipartUploadParts',
    perform: multipart.listParts,
  },
  'GET bucket uploads': {
    name: 'ListMultipartUploads',
    permission: 'ListBucketMultipartUploads',
    perform: multipart.listMultipartUploads,
  },
  'HEAD bucket': {
    name: 'HeadBucket',
    permission: 'ListBucket',
    perform: () => emptyResponse(200, { 'x-amz-bucket-region': 'us-east-1' }),
  },
  'GET service': { name: 'ListBuckets', permission: 'ListAllMyBuckets', perform: objects.listBuckets },
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
