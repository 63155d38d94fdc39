/** Services that speak JSON (KMS, SQS, EventBridge, its Scheduler, SES, Textract): requests, responses and errors. */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError, type AwsRequest, type AwsResponse, type AwsService, type Need } from './aws-service.ts';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** A parsed request: the permissions it needs, and its action. */
export interface JsonPlan {
  /** Without the service prefix, for instance `PutEvents`. */
  action: string;
  /** Shown by the meter; by default the resource of the first permission. */
  resource?: string;
  needs: readonly Need[];
  perform(): Json | Promise<Json>;
}

/** An error's body, and the headers that name its code. */
interface JsonError {
  body: Json;
  headers?: Record<string, string>;
}

export interface JsonServiceOptions extends Pick<AwsService, 'name' | 'maxRequestBytes' | 'stop'> {
  contentType: 'application/x-amz-json-1.0' | 'application/x-amz-json-1.1' | 'application/json';
  /** Parses a request. Throws `AwsError` when it is malformed or not supported. */
  plan(request: AwsRequest): JsonPlan;
  /** By default, errors name the code in the body. */
  error?(error: AwsError): JsonError;
  throttled?(): AwsError;
}

/** Creates a service that performs planned requests. */
export function jsonService({
  contentType,
  plan,
  error = ({ code, message }) => ({ body: { __type: code, message } }),
  throttled = () => new AwsError('ThrottlingException', 'Rate exceeded'),
  ...service
}: JsonServiceOptions): AwsService {
  const respond = (status: number, body: Json, headers: Record<string, string> = {}): AwsResponse => ({
    status,
    headers: { 'content-type': contentType, 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  });
  return {
    ...service,
    throttled,
    open(request) {
      const { action, needs, resource = needs[0]?.resource ?? '*', perform } = plan(request);
      return {
        action,
        resource,
        needs,
        async run(delay) {
          await delay();
          return respond(200, await perform());
        },
      };
    },
    errorResponse(refusal) {
      const { body, headers } = error(refusal);
      return respond(refusal.status, body, headers);
    },
  };
}

/** Returns the action that the target header names after the service's prefix; empty when it names none. */
export function targetAction({ headers }: AwsRequest, prefix: string): string {
  const [service, action = ''] = String(headers['x-amz-target'] ?? '').split('.');
  return service === prefix ? action : '';
}

export function unsupported(action: string, status = 400): AwsError {
  return new AwsError('UnknownOperationException', `${action} is not supported by the local runtime`, status);
}

/** Returns the object in a request's body. Throws AwsError for any other body. */
export function jsonBody(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    if (isRecord(value)) return value;
  } catch {
    // Handled below like JSON that is not an object.
  }
  throw new AwsError('SerializationException', 'the request body must be a JSON object');
}
