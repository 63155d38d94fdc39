/** Computes the location of an entity type's file from an integration's credentials. Pure. */

import { assertSendable } from '../../../kernel/outbound/bearer.ts';
import { webhookUrlProblem } from '../../../kernel/outbound/url.ts';
import { type Credentials, mayBePrivate, textOf } from '../../integrations/public-data.ts';
import { AuthorizationFailedError, SourceError, type SyncContext } from '../adapter.ts';
import type { FileFormat } from './file-format.ts';

export interface S3Access {
  /** For S3-compatible storage, and for AWS in the local runtime. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Location {
  bucket: string;
  key: string;
  format: FileFormat;
  access: S3Access;
}

/** Throws SourceError for an endpoint that may not be called, or a region that would change the host. */
function accessOf(credentials: Credentials): S3Access {
  const accessKeyId = textOf(credentials, 'accessKeyId');
  const secretAccessKey = textOf(credentials, 'secretAccessKey');
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new AuthorizationFailedError('accessKeyId or secretAccessKey is missing.');
  assertSendable('accessKeyId', accessKeyId);
  const given = textOf(credentials, 'endpoint');
  // The rules may have changed since the endpoint was saved.
  const problem =
    given === undefined ? undefined : webhookUrlProblem(given, { allowPrivate: mayBePrivate(given) });
  if (problem !== undefined) throw new SourceError(`The endpoint ${problem}.`);
  const region = textOf(credentials, 'region') ?? process.env.AWS_REGION ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new SourceError('The region is not an AWS region.');
  return { endpoint: given ?? process.env.AWS_ENDPOINT_URL, region, accessKeyId, secretAccessKey };
}

/** The location `<prefix>/<entityType>.<format>` in the bucket. Throws SourceError, AuthorizationFailedError. */
export function locationOf({
  credentials,
  entityType,
}: Pick<SyncContext, 'credentials' | 'entityType'>): S3Location {
  const bucket = textOf(credentials, 'bucket');
  const format = textOf(credentials, 'format');
  if (bucket === undefined) throw new SourceError('No bucket is set.');
  if (format !== 'ndjson' && format !== 'csv') throw new SourceError('The format must be ndjson or csv.');
  const folders = (textOf(credentials, 'prefix') ?? '').split('/').filter((name) => name !== '');
  const key = [...folders, `${entityType}.${format}`].join('/');
  return { bucket, key, format, access: accessOf(credentials) };
}

/** The name of the file in messages. */
export const nameOf = ({ bucket, key }: Pick<S3Location, 'bucket' | 'key'>): string =>
  `s3://${bucket}/${key}`;
