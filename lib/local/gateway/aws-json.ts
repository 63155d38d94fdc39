/** The JSON protocol of AWS, as KMS, SQS, EventBridge and Textract speak it: bodies in, answers out. */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { type AwsAnswer, AwsError } from './aws-service.ts';

/** An answer of the protocol's version 1.1. */
export function jsonAnswer(status: number, body: Record<string, unknown>): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  };
}

/** The object in a request's body. Throws AwsError when it is none. */
export function jsonBody(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (isRecord(value)) return value;
  } catch {
    // Falls through to the same answer as for JSON that is no object.
  }
  throw new AwsError('SerializationException', 'the request body is not a JSON object');
}
