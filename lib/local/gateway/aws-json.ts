/** The JSON protocol of AWS, used by KMS, SQS, EventBridge and Textract: parses requests and builds responses. */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError, type AwsResponse } from './aws-service.ts';

/** A response of protocol version 1.1. */
export function jsonResponse(status: number, body: Record<string, unknown>): AwsResponse {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  };
}

/** Returns the object in a request's body. Throws AwsError for any other body. */
export function jsonBody(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (isRecord(value)) return value;
  } catch {
    // Handled below like JSON that is not an object.
  }
  throw new AwsError('SerializationException', 'the request body must be a JSON object');
}
