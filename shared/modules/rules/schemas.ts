/**
 * Conditions and actions as JSON Schema for the OpenAPI document, derived from the types that the validation
 * uses.
 */
import { conditionSchemas } from '../../kernel/conditions/schemas.ts';
import type { JsonSchema } from '../../kernel/contracts/json-schema.ts';
import { type ActionType, type ActionTypeName, actionTypes, webhookMethods } from './execution/action.ts';
import { actionMeanings } from './execution/language.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The value of each key of an action's `config`, for all types. */
const configKeys: Record<string, JsonSchema> = {
  message: {
    type: 'string',
    description: 'Text of the message.',
    examples: ['Order {{entityId}} is too large.'],
  },
  level: { type: 'string', description: 'Level of the log line.', examples: ['info'] },
  recipients: {
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
    description: 'Addresses: a comma-separated text or a list, at most 1 000.',
    examples: ['ops@example.com, sales@example.com'],
  },
  subject: { description: 'Subject of the notification.', examples: ['Large order'] },
  template: { description: 'Name of the template to use.', examples: ['large-order'] },
  field: { type: 'string', description: 'Name of the field to set.', examples: ['status'] },
  value: {
    description: 'Value to set; a text can contain `{{names}}` and `{{expressions}}`.',
    examples: ['review', '{{money(total * 0.23, "EUR")}}'],
  },
  url: {
    description:
      'URL to call: http or https, without user name and password; private and special addresses are not allowed.',
    examples: ['https://hooks.example.com/orders'],
  },
  webhookId: {
    description:
      'Instead of `url`: a webhook of the rule’s organization. It receives a signed message `{type, timestamp, ' +
      'data}` of the type `business_rules.rule.called_webhook`, whose `data` holds rule, entity and `body`, ' +
      'with its own method, headers and limits.',
    examples: ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'],
  },
  method: {
    description: `HTTP method, in any case: ${webhookMethods.join(', ')}; POST unless given.`,
    examples: ['POST'],
  },
  headers: {
    description: 'Headers to send; headers that the sender sets itself, such as `webhook-id`, are rejected.',
    examples: [{ 'x-source': 'rules' }],
  },
  body: {
    description: 'Body to send, except with GET: a string is sent unchanged, any other value as JSON.',
    examples: [{ orderId: '{{entityId}}' }],
  },
  payload: { description: 'Additional data to send.', examples: [{ orderId: '{{entityId}}' }] },
  eventName: { description: 'Name of the event.', examples: ['sales.order.flagged'] },
  event: { description: 'Alias of `eventName`.', examples: ['sales.order.flagged'] },
};

/** `BLOCK_TRANSITION` → `BlockTransitionAction`. */
function schemaName(type: string): string {
  const words = type.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Action`;
}

function actionSchema(type: string, { required, optional }: ActionType): JsonSchema {
  const keys = [...required.flat(), ...optional];
  const always = required.filter((spellings) => spellings.length === 1).flat();
  const either = required.filter((spellings) => spellings.length > 1).flat();
  const config: JsonSchema = {
    type: 'object',
    description: `Settings of ${type}. Texts can contain \`{{names}}\` and \`{{expressions}}\`.`,
    properties: Object.fromEntries(keys.map((key) => [key, configKeys[key] ?? {}])),
    ...(always.length > 0 && { required: always }),
    ...(either.length > 0 && { anyOf: either.map((key) => ({ required: [key] })) }),
  };
  return {
    type: 'object',
    description: actionMeanings[type as ActionTypeName],
    properties: {
      type: { const: type, description: 'Type of the action.', examples: [type] },
      config,
    },
    required: required.length > 0 ? ['type', 'config'] : ['type'],
  };
}

const actionSchemas: Record<string, JsonSchema> = {
  Action: {
    description: 'An action of a rule; its `type` determines the settings in `config`.',
    oneOf: Object.keys(actionTypes).map((type) => ref(schemaName(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        Object.keys(actionTypes).map((type) => [type, `#/components/schemas/${schemaName(type)}`]),
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries(actionTypes).map(([type, action]) => [schemaName(type), actionSchema(type, action)]),
  ),
};

export const ruleSchemas: Readonly<Record<string, JsonSchema>> = { ...conditionSchemas, ...actionSchemas };
