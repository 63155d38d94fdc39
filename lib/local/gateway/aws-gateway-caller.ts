/** Whose call the AWS gateway takes it for, and its response to an unknown caller. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AwsError, type AwsService } from './aws-service.ts';

/** A call signed for a service that has no file here yet still gets an answer that an SDK can read. */
export const unknownService: AwsService = {
  name: 'unknown',
  maxRequestBytes: 16 * 1024 * 1024,
  open: () => {
    throw notOffered('unknown');
  },
  errorAnswer: ({ code, message, status }) => ({
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
    `the AWS service "${service}" is not offered on the local runtime`,
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
