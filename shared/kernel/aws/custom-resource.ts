/**
 * Functions of custom resources. CloudFormation always waits for a response at a presigned URL: without one, a
 * deployment hangs until the resource's timeout.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html
 */

import { describeError, log } from '../observability/log.ts';
import { truncate } from '../text/text.ts';

export interface CustomResourceRequest {
  RequestType: 'Create' | 'Update' | 'Delete';
  ResponseURL: string;
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
  PhysicalResourceId?: string;
  ResourceProperties: Readonly<Record<string, unknown>>;
}

export type CustomResourceHandler = (request: CustomResourceRequest) => Promise<void>;

const maxAttempts = 3;
/** CloudFormation's limit is 4 096 bytes in all; only the reason can be long. */
const maxReasonCharacters = 1_000;

async function respond(request: CustomResourceRequest, physicalId: string, failure: string | undefined) {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = request;
  const body = JSON.stringify({
    Status: failure === undefined ? 'SUCCESS' : 'FAILED',
    ...(failure !== undefined && { Reason: truncate(failure, maxReasonCharacters) }),
    PhysicalResourceId: physicalId,
    StackId,
    RequestId,
    LogicalResourceId,
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Bytes, because a text would add a content type, which the signature of the URL does not cover.
      const response = await fetch(ResponseURL, { method: 'PUT', body: new TextEncoder().encode(body) });
      if (!response.ok) throw new Error(`CloudFormation's response URL answered ${response.status}.`);
      return;
    } catch (error) {
      if (attempt === maxAttempts) throw error;
    }
  }
}

/**
 * Makes a handler that runs `create` when the resource is created or changed; its deletion has no effect. A failure is
 * reported with its message, and the deployment rolls back.
 */
export function customResource(
  physicalId: string,
  perform: (properties: Readonly<Record<string, unknown>>) => Promise<void>,
): CustomResourceHandler {
  return async (request) => {
    const work = request.RequestType === 'Delete' ? Promise.resolve() : perform(request.ResourceProperties);
    const failure = await work.then(
      () => undefined,
      (error: unknown) => {
        log('error', 'the custom resource could not be created', { error: describeError(error) });
        return error instanceof Error ? error.message : String(error);
      },
    );
    await respond(request, physicalId, failure);
  };
}
