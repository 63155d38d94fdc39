/**
 * Bodies on their way to the engine and back. Callers do not ask for the capacity that a call uses, and the meter needs it:
 * it is added to the text of a request and cut off the bytes of the answer, and neither is written anew.
 */
import { reportedUnits, type Units } from '../gateway/capacity.ts';

type Json = Record<string, unknown>;

/** What the meter needs of an answer, and whether the caller asked for it as well. */
export interface Extras {
  capacity: boolean;
  failedItem: boolean;
}

const conditionalActions: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** What the caller asked for, of what the meter needs. */
export function requestedExtras(action: string, input: Json): Extras {
  const isConditional = conditionalActions.has(action) && Boolean(input.ConditionExpression);
  return {
    capacity: input.ReturnConsumedCapacity === 'TOTAL' || input.ReturnConsumedCapacity === 'INDEXES',
    failedItem: !isConditional || input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

/** Sets what the meter needs in an input that is written anew. */
export function addExtras(input: Json, { capacity, failedItem }: Extras): void {
  if (!capacity) input.ReturnConsumedCapacity = 'TOTAL';
  if (!failedItem) input.ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
}

/**
 * The text of a request with what the meter needs. Undefined when the caller gave these members other values: the input
 * has to be written anew then.
 */
export function textWithExtras(
  text: string,
  input: Json,
  { capacity, failedItem }: Extras,
): string | undefined {
  let added = '';
  if (!capacity) {
    if (input.ReturnConsumedCapacity !== undefined) return undefined;
    added += '"ReturnConsumedCapacity":"TOTAL",';
  }
  if (!failedItem) {
    if (input.ReturnValuesOnConditionCheckFailure !== undefined) return undefined;
    added += '"ReturnValuesOnConditionCheckFailure":"ALL_OLD",';
  }
  if (added === '') return text;
  // A member must follow what is added; the engine refuses an input without any, in words of its own.
  if (Object.keys(input).length === 0) return undefined;
  const brace = text.indexOf('{') + 1;
  return `${text.slice(0, brace)}${added}${text.slice(brace)}`;
}

const member = '"ConsumedCapacity":';
const comma = 44;

/**
 * The answer of a successful call without the capacity that the caller did not ask for, and the units. Undefined when the
 * capacity is not its last member, where the engine writes it: the answer has to be parsed then.
 */
export function cutCapacity(
  action: string,
  body: Buffer,
  keepsCapacity: boolean,
): { body: Buffer; units: Units } | undefined {
  const at = body.lastIndexOf(member);
  if (at < 0) return undefined;
  const end = body.lastIndexOf('}');
  const units = unitsIn(action, body.toString('latin1', at + member.length, end));
  if (units === undefined || keepsCapacity) return units && { body, units };
  const from = body[at - 1] === comma ? at - 1 : at;
  return { body: Buffer.concat([body.subarray(0, from), body.subarray(end)]), units };
}

/** Undefined when the text is not JSON by itself, because it is not the end of the answer. */
function unitsIn(action: string, text: string): Units | undefined {
  try {
    return reportedUnits(action, JSON.parse(text));
  } catch {
    return undefined;
  }
}
