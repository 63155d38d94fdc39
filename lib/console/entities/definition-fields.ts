/** The form of a custom field, and the request body. */
import type { FieldDefinition } from '../../../shared/clients/typescript/index.ts';
import { textOfValue, valueOfText } from '../conditions/condition-tree.ts';

export const fieldKinds = [
  ...(['text', 'multiline', 'integer', 'float', 'boolean', 'select', 'currency', 'relation'] as const),
  ...(['attachment', 'dictionary', 'phone', 'date', 'datetime'] as const),
] as const;

export const ruleNames = [
  ...(['date', 'integer', 'float', 'lt', 'lte', 'gt', 'gte', 'eq', 'ne', 'regex'] as const),
] as const;

export interface RuleDraft {
  key: string;
  rule: (typeof ruleNames)[number];
  param: string;
  message: string;
}

export interface DefinitionForm {
  label: string;
  key: string;
  kind: (typeof fieldKinds)[number];
  multi: boolean;
  /** One `value: label` per line. */
  options: string;
  required: boolean;
  rules: readonly RuleDraft[];
  /** Empty for no limit. */
  maxSizeMb: string;
  extensions: string;
}

let lastKey = 0;

export function newRule(): RuleDraft {
  lastKey += 1;
  return { key: String(lastKey), rule: 'lte', param: '', message: '' };
}

export const newDefinition: DefinitionForm = {
  label: '',
  key: '',
  kind: 'text',
  multi: false,
  options: '',
  required: false,
  rules: [],
  maxSizeMb: '',
  extensions: '',
};

export function formOf(definition: FieldDefinition): DefinitionForm {
  const { label, key, kind, multi, options, validation, attachment } = definition;
  const rules = validation.flatMap(({ rule, param, message = '' }) =>
    rule === 'required' ? [] : [{ ...newRule(), rule, param: paramText(rule, param), message }],
  );
  return {
    ...{ label, key, kind, multi, rules },
    options: options.map((option) => `${option.value}: ${option.label}`).join('\n'),
    required: validation.some(({ rule }) => rule === 'required'),
    maxSizeMb: attachment?.maxAttachmentSizeMb === undefined ? '' : String(attachment.maxAttachmentSizeMb),
    extensions: attachment?.acceptExtensions?.join(', ') ?? '',
  };
}

/** Patterns are texts; other values are written so that the text `10` is not parsed as a number. */
const paramText = (rule: string, param: unknown): string =>
  param === null || param === undefined ? '' : rule === 'regex' ? String(param) : textOfValue(param);

/** A line without a colon is both value and label. The first colon before a blank ends the value, which may be a time. */
function optionsOf(text: string): { value: string; label: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.includes(': ') ? line.indexOf(': ') : line.indexOf(':');
      const value = (colon < 0 ? line : line.slice(0, colon)).trim();
      return { value, label: (colon < 0 ? '' : line.slice(colon + 1).trim()) || value };
    });
}

function paramOf({ rule, param }: RuleDraft): string | number | boolean | undefined {
  if (param === '') return undefined;
  const value = rule === 'regex' ? param : valueOfText(param);
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : param;
}

function attachmentOf(form: DefinitionForm, stored: FieldDefinition['attachment']) {
  if (form.kind !== 'attachment') return null;
  const { maxAttachmentSizeMb: _, acceptExtensions: __, ...others } = stored ?? {};
  const extensions = form.extensions
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    ...others,
    ...(form.maxSizeMb.trim() !== '' && { maxAttachmentSizeMb: Number(form.maxSizeMb) }),
    ...(extensions.length > 0 && { acceptExtensions: extensions }),
  };
}

/** `stored` is the changed field. */
export function bodyOf(form: DefinitionForm, stored?: FieldDefinition) {
  const { label, key, kind, multi, options, required, rules } = form;
  return {
    label: label.trim(),
    key: key.trim(),
    kind,
    multi,
    options: optionsOf(options),
    validation: [
      ...(required ? [{ rule: 'required' as const }] : []),
      ...rules.map((draft) => {
        const param = paramOf(draft);
        return {
          rule: draft.rule,
          ...(param !== undefined && { param }),
          ...(draft.message.trim() !== '' && { message: draft.message.trim() }),
        };
      }),
    ],
    attachment: attachmentOf(form, stored?.attachment ?? null),
  };
}
