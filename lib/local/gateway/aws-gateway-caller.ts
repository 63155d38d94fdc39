/** Identifies the caller of an AWS call, and builds the response for an unknown caller. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AwsError, type AwsService } from './aws-service.ts';

/** A call signed for a service that is not emulated gets a response that SDKs can read. */
export const unknownService: AwsService = {
  name: 'unknown',
  maxRequestBytes: 16 * 1024 * 1024,
  open: () => {
    throw notOffered('unknown');
  },
  errorResponse: ({ code, message, status }) => ({
    status,
    headers: {
      'content-type': 'application/json',
      'x-amzn-errortype': code,
      'x-amzn-requestid': randomUUID(),
    },
    body: JSON.stringify({ __type: code, message }),
  }),
  throttled: () => new AwsError('ThrottlingException', 'Rate exceeded'),
  stop: () => {},
};

export function notOffered(service: string): AwsError {
  return new AwsError(
    'UnknownOperationException',
    `the AWS service "${service}" is not supported by the local runtime`,
  );
}

export interface Credential {
  accessKeyId: string;
  service: string;
}

/** The access key id and service in `AWS4-HMAC-SHA256 Credential=<key>/<date>/<region>/<service>/aws4_request`. */
export function credentialOf(request: Pick<IncomingMessage, 'headers'>): Credential | undefined {
  const scope = /Credential=([^/,\s]+)\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '');
  const [, accessKeyId, service] = scope ?? [];
  return accessKeyId === undefined || service === undefined ? undefined : { accessKeyId, service };
}
