/**
 * Edits request and response bodies as text. The meter needs the consumed capacity, which callers do not request: it
 * is added to the text of the request and cut from the text of the response, without parsing and serializing either.
 */
import { reportedUnits, type Units } from '../gateway/capacity.ts';

type Json = Record<string, unknown>;

/** The extra fields that the meter needs, and whether the caller requested them as well. */
export interface Extras {
  capacity: boolean;
  failedItem: boolean;
}

const conditionalActions: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** Which of the meter's fields the caller requested. */
export function requestedExtras(action: string, input: Json): Extras {
  const isConditional = conditionalActions.has(action) && Boolean(input.ConditionExpression);
  return {
    capacity: input.ReturnConsumedCapacity === 'TOTAL' || input.ReturnConsumedCapacity === 'INDEXES',
    failedItem: !isConditional || input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

/** Adds the meter's fields to a parsed input. */
export function addExtras(input: Json, { capacity, failedItem }: Extras): void {
  if (!capacity) input.ReturnConsumedCapacity = 'TOTAL';
  if (!failedItem) input.ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
}

/**
 * Returns the text of a request with the meter's fields. Undefined when the caller set these members to other values;
 * the input must then be parsed and serialized.
 */
export function textWithExtras(
  text: string,
  input: Json,
  { capacity, failedItem }: Extras,
): string | undefined {
  if (capacity && failedItem) return text;
  if (!capacity && input.ReturnConsumedCapacity !== undefined) return undefined;
  if (!failedItem && input.ReturnValuesOnConditionCheckFailure !== undefined) return undefined;
  // Another member must follow the added text. An input without members is left to dynoxide, which rejects it with
  // its own message.
  if (Object.keys(input).length === 0) return undefined;
  const brace = text.indexOf('{') + 1;
  const capacityMember = capacity ? '' : '"ReturnConsumedCapacity":"TOTAL",';
  const itemMember = failedItem ? '' : '"ReturnValuesOnConditionCheckFailure":"ALL_OLD",';
  return `${text.slice(0, brace)}${capacityMember}${itemMember}${text.slice(brace)}`;
}

const member = '"ConsumedCapacity":';

/**
 * Returns the response of a successful call without the capacity that the caller did not ask for, and the units.
 * Undefined when the capacity is not its last member, where dynoxide writes it: the response must then be parsed.
 */
export function cutCapacity(
  action: string,
  body: string,
  wantsCapacity: boolean,
): { body: string; units: Units } | undefined {
  const at = body.lastIndexOf(member);
  if (at < 0) return undefined;
  const end = body.lastIndexOf('}');
  const units = unitsIn(action, body.slice(at + member.length, end));
  if (units === undefined || wantsCapacity) return units && { body, units };
  const from = body[at - 1] === ',' ? at - 1 : at;
  return { body: body.slice(0, from) + body.slice(end), units };
}

/** Undefined when the text is not JSON by itself, because it is not the end of the response. */
function unitsIn(action: string, text: string): Units | undefined {
  try {
    return reportedUnits(action, JSON.parse(text));
  } catch {
    return undefined;
  }
}
