/**
 * What a function may do, as IAM statements. The endpoint table says what an endpoint touches; only this file
 * knows which actions on which resources that means, so least privilege is reviewed in two short files.
 */
import type { EndpointSpec, Touches } from '../../shared/http/contract.ts';

export interface Statement {
  Effect: 'Allow';
  Action: string[];
  Resource: string;
  Condition?: Record<string, Record<string, string[]>>;
}

/** Where the grants point to. */
export interface GrantTargets {
  tableArn: string;
  /** With its `:*`, as CloudFormation's `Arn` attribute of a log group has it. */
  logGroupArn: string;
}

/** Lets a function write its log lines into one log group. It may not create groups. */
export function logGrant(targets: GrantTargets): Statement {
  return {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: targets.logGroupArn,
  };
}

/**
 * Lets `endpoint()` authenticate the caller: one update of the key's own item both reads it and counts the
 * request. The condition keeps every other item out of reach of that update.
 */
export function callerGrant(targets: GrantTargets): Statement {
  return {
    Effect: 'Allow',
    Action: ['dynamodb:UpdateItem'],
    Resource: targets.tableArn,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*'] } },
  };
}

/**
 * Lets `endpoint()` read the caller's session, and the tenant or organization it selects when that is not its
 * own. Nothing else of the table can be read by these.
 */
export function scopeGrant(targets: GrantTargets): Statement {
  return {
    Effect: 'Allow',
    Action: ['dynamodb:GetItem'],
    Resource: targets.tableArn,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['SESSION#*', 'DIRECTORY#*'] } },
  };
}

/** One statement per kind of resource that is touched; none when nothing is. */
export function touchGrants(touches: Touches | undefined, targets: GrantTargets): Statement[] {
  const tableActions = touches?.table ?? [];
  if (tableActions.length === 0) return [];
  return [
    {
      Effect: 'Allow',
      Action: tableActions.map((action) => `dynamodb:${action}`),
      Resource: targets.tableArn,
    },
  ];
}

/** Everything the function of one endpoint may do. */
export function endpointGrants(
  endpoint: Pick<EndpointSpec, 'auth' | 'touches'>,
  targets: GrantTargets,
): Statement[] {
  return [
    logGrant(targets),
    ...(endpoint.auth === 'caller' ? [callerGrant(targets), scopeGrant(targets)] : []),
    ...touchGrants(endpoint.touches, targets),
  ];
}
