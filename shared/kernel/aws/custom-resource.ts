/**
 * Functions of custom resources. CloudFormation always waits for a response at a presigned URL: without one, a
 * deployment hangs until the resource's timeout.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html
 */

import { toJson } from '../base/json.ts';
import { truncate } from '../base/text.ts';
import { describeError, log } from '../observability/log.ts';

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
  const body = toJson({
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

/** Runs the work; when the resource cannot be created, removes what the work has done so far. */
async function performOrUndo(
  { RequestType, ResourceProperties }: CustomResourceRequest,
  { perform, undo }: CustomResourceWork,
): Promise<void> {
  if (RequestType === 'Delete') return;
  try {
    await perform(ResourceProperties);
  } catch (error) {
    if (RequestType === 'Create')
      await undo().catch((failure: unknown) => {
        log('error', 'the custom resource could not be undone', { error: describeError(failure) });
      });
    throw error;
  }
}

export interface CustomResourceWork {
  /** Creates or changes the resource. */
  perform(properties: Readonly<Record<string, unknown>>): Promise<void>;
  /** Removes what a failed creation has done, so that CloudFormation can delete the other resources. */
  undo(): Promise<void>;
}

/**
 * Makes a handler for the creation and change of a resource; its deletion has no effect. A failure is reported with its
 * message, and the deployment rolls back.
 */
export function customResource(physicalId: string, resource: CustomResourceWork): CustomResourceHandler {
  return async (request) => {
    const work = performOrUndo(request, resource);
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
