/** Drafts of a rule's actions: their settings are texts. Pure. */
import type { Action } from '../../../shared/clients/typescript/index.ts';
import { textOfValue, valueOfText } from '../conditions/condition-tree.ts';

export interface ActionDraft {
  key: string;
  type: string;
  settings: Readonly<Record<string, string>>;
}

/** A type of action, as the API lists them. */
export interface ActionType {
  type: string;
  description: string;
  /** One of several alternatives is sufficient. */
  required: readonly (readonly string[])[];
  optional: readonly string[];
}

/** Settings that are sent as text, even if they look like a number. */
const plainTexts: ReadonlySet<string> = new Set([
  ...['message', 'level', 'field', 'subject', 'url', 'webhookId', 'method', 'eventName', 'event', 'template'],
]);

/** Settings with room for JSON or several lines. */
export const longTexts: ReadonlySet<string> = new Set(['message', 'value', 'headers', 'body', 'payload']);

let lastKey = 0;

export function newAction(type: string): ActionDraft {
  lastKey += 1;
  return { key: String(lastKey), type, settings: {} };
}

export function draftsOf(actions: readonly Action[] | null): ActionDraft[] {
  return (actions ?? []).map(({ type, config }) => ({
    ...newAction(type),
    settings: Object.fromEntries(
      Object.entries(config ?? {}).map(([name, value]) => [
        name,
        plainTexts.has(name) && typeof value === 'string' ? value : textOfValue(value),
      ]),
    ),
  }));
}

/** Sets the setting; an empty text removes it. */
export function withSetting(draft: ActionDraft, name: string, text: string): ActionDraft {
  const { [name]: _, ...others } = draft.settings;
  return { ...draft, settings: text === '' ? others : { ...others, [name]: text } };
}

/** The draft as an action of another type, with the settings that both types have. */
export function retyped(draft: ActionDraft, { type, required, optional }: ActionType): ActionDraft {
  const known = new Set([...required.flat(), ...optional]);
  const kept = Object.entries(draft.settings).filter(([name]) => known.has(name));
  return { ...draft, type, settings: Object.fromEntries(kept) };
}

/** SET_FIELD can set an empty text. */
const settingsOf = ({ type, settings }: ActionDraft): Readonly<Record<string, string>> =>
  type === 'SET_FIELD' ? { value: '', ...settings } : settings;

/** Whether it has the structure of an action; the API validates it. */
const isAction = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && 'type' in value && 'config' in value;

/** Converts drafts to actions; null for none. */
export function actionsOf(drafts: readonly ActionDraft[]): Action[] | null {
  const actions = drafts
    .map((draft): unknown => ({
      type: draft.type,
      config: Object.fromEntries(
        Object.entries(settingsOf(draft)).map(([name, text]) => [
          name,
          plainTexts.has(name) ? text : valueOfText(text),
        ]),
      ),
    }))
    .filter(isAction);
  return actions.length > 0 ? actions : null;
}

/** Whether it is empty, so that no error is shown yet. */
export const isUntouched = ({ settings }: ActionDraft, { required }: ActionType): boolean =>
  required.length > 0 && Object.keys(settings).length === 0;

/** Splits a problem of the API into action and message: `[1]: LOG needs config.message`. */
export function actionProblemOf(text: string): { index: number | undefined; message: string } {
  const [, index, message = text] = /^\[(\d+)\]: ([\s\S]*)$/.exec(text) ?? [];
  return { index: index === undefined ? undefined : Number(index), message };
}

/** The setting that a message names, such as `config.url`, or undefined. */
export const settingOf = (message: string): string | undefined => /config\.(\w+)/.exec(message)?.[1];
