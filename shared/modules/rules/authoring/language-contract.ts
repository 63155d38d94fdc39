/** The endpoint that returns the language of rules as data, for editors. */
import * as z from 'zod/mini';
import { argumentKinds } from '../../../kernel/conditions/operators.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count } from '../../../kernel/http/fields.ts';

const words = (description: string, example: string) => z.string().check(about(description, example));

const Language = z.object({
  comparisonOperators: z
    .array(
      z.object({
        operator: words('The operator.', 'IN'),
        description: words('When it is true.', 'The value equals one element of the list.'),
        takesValue: z.boolean().check(about('False for operators without a value to compare with.', true)),
        argument: z.enum(argumentKinds).check(about('What the field is compared with.', 'list')),
      }),
    )
    .check(about('Operators of comparisons.')),
  listOperators: z
    .array(
      z.object({
        operator: words('The operator.', 'ANY'),
        description: words('When it is true.', 'At least one element of the list meets the condition.'),
      }),
    )
    .check(about('Operators on the elements of a list.')),
  logicalOperators: z
    .array(
      z.object({
        operator: words('The operator.', 'AND'),
        description: words('When it is true.', 'All conditions are true.'),
      }),
    )
    .check(about('Operators of groups.')),
  actions: z
    .array(
      z.object({
        type: words('Type of the action.', 'LOG'),
        description: words('Description of the action.', 'Writes to the rule log.'),
        required: z
          .array(z.array(z.string()))
          .check(about('Required keys of `config`; one of several spellings is enough.', [['message']])),
        optional: z.array(z.string()).check(about('Optional keys of `config`.', ['level'])),
      }),
    )
    .check(about('Types of actions.')),
  placeholders: z
    .array(
      z.object({
        name: words('Name between the braces.', 'today'),
        description: words('Value of the placeholder.', 'The date in UTC.'),
        inConditions: z.boolean().check(about('Whether conditions can use the placeholder, too.', true)),
      }),
    )
    .check(about('Names for `{{placeholders}}`.')),
  functions: z
    .array(
      z.object({
        name: words('Name of the function.', 'round'),
        kind: words('What the function is for.', 'Numbers and money'),
        parameters: z
          .array(z.string())
          .check(about('Its parameters; optional ones end with `?`.', ['number', 'digits or currency?'])),
        description: words('Its result.', 'Rounds to decimal places.'),
        example: z
          .object({
            expression: words('An expression with the function.', 'round(2.345, 2)'),
            result: z.unknown().check(about('Its value.', 2.35)),
          })
          .check(about('An example.')),
      }),
    )
    .check(about('Functions of `{{expressions}}`; `x.f(y)` is the same as `f(x, y)`.')),
  limits: z
    .object({
      rulesPerGroup: count('Conditions in one group.', 500),
      listLevels: count('Conditions on elements of lists within each other.', 3),
      fieldPathCharacters: count('Characters of a field path.', 200),
      patternCharacters: count('Characters of a pattern of MATCHES.', 200),
      matchedTextCharacters: count(
        'Characters of a text that MATCHES examines; fewer if the pattern contains counted repetitions.',
        10_000,
      ),
    })
    .check(about('Limits of a condition. Groups can nest to any depth.')),
});

export const listOperators = defineEndpoint({
  module: 'rules',
  auth: 'caller',
  scope: 'none',
  details: 'map',
  feature: 'business_rules.rules.view',
  ...operation('listOperators', 'GET', '/api/business_rules/operators'),
  summary: 'List operators, actions, placeholders and functions',
  description:
    'Returns the operators, actions, placeholders and functions of the rule language, for rule editors.',
  success: returns(Language),
});
