/** The outermost schemas of a document: named ones, and the JSON bodies of requests and responses. */
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import { type MediaType, type OpenApiDocument, operationsIn } from './types.ts';

export interface SchemaRoot {
  /** The schema's name, or the operation's with a capital letter. */
  name: string;
  schema: JsonSchema;
  replace(schema: JsonSchema): void;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function bodiesOf(document: OpenApiDocument): { name: string; media: MediaType }[] {
  return operationsIn(document).flatMap(({ operation }) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) => {
      const media = part !== undefined && 'content' in part ? part.content?.['application/json'] : undefined;
      return media === undefined ? [] : [{ name: capitalized(operation.operationId), media }];
    }),
  );
}

export function schemaRoots(document: OpenApiDocument): SchemaRoot[] {
  const { schemas } = document.components;
  const named = Object.entries(schemas).map(([name, schema]) => ({
    ...{ name, schema },
    replace: (changed: JsonSchema) => {
      schemas[name] = changed;
    },
  }));
  const bodies = bodiesOf(document).map(({ name, media }) => ({
    ...{ name, schema: media.schema },
    replace: (changed: JsonSchema) => {
      media.schema = changed;
    },
  }));
  return [...named, ...bodies];
}

const wordsOf = (name: string): string[] => name.match(/[A-Z][a-z\d]*/g) ?? [];

/** The words that all names share, in the order of the shortest: `CreateRule` and `UpdateRule` → `Rule`. */
function commonWords(names: readonly string[]): string {
  const [shortest = [], ...others] = names.map(wordsOf).toSorted((a, b) => a.length - b.length);
  return shortest.filter((word) => others.every((words) => words.includes(word))).join('');
}

/** `Rule` and `RuleName` → `RuleName`. */
function joined(owner: string, ending: string): string {
  const [first = ''] = wordsOf(ending);
  return owner.endsWith(first) ? owner + ending.slice(first.length) : owner + ending;
}

/** Possible names for a part that several schemas share, the best first. */
export function namesFor(users: readonly string[], ending: string): string[] {
  const owners = [...new Set(users.map((user) => user.replace(/Fields$/, '')))];
  const common = commonWords(owners);
  const [first = ''] = owners;
  return [
    ...(common === '' ? [ending] : [joined(common, ending)]),
    joined(first, ending),
    joined(owners.slice(0, 2).join('And'), ending),
  ];
}
