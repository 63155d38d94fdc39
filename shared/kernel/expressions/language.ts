/** The functions of expressions for people, in Markdown. The README contains it, and a test compares both. */
import { toJson } from '../base/json.ts';
import { functionGroups } from './functions.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Functions as tables: how to call each, what it does, and an example with its result. */
export function functionTables(): string {
  return Object.entries(functionGroups)
    .map(([title, group]) => {
      const rows = Object.entries(group).map(([name, { parameters, description, example }]) => {
        const [expression, result] = example;
        const call = `${name}(${parameters.join(', ')})`;
        return `| \`${cell(call)}\` | ${cell(description)} | \`${cell(expression)}\` → \`${cell(toJson(result))}\` |`;
      });
      return `### ${title}\n\n| Function | Result | Example |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

/** The functions as data. */
export const functionList = () =>
  Object.entries(functionGroups).flatMap(([kind, group]) =>
    Object.entries(group).map(
      ([
        name,
        {
          parameters,
          description,
          example: [expression, result],
        },
      ]) => ({
        name,
        kind,
        parameters: [...parameters],
        description,
        example: { expression, result },
      }),
    ),
  );
