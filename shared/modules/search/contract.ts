/** The endpoints that find things of all modules, and name them. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, text, uuid } from '../../kernel/http/fields.ts';
import { searchLimits } from './limits.ts';

const exampleId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const { minCharacters, maxCharacters, items, readUnits, things, organizationsOfThing } = searchLimits;

const kindField = z
  .string()
  .check(about('Type of the thing, as audit entries name it: `webhooks.webhook`.', 'webhooks.webhook'));
const organizationField = z.nullable(
  uuid('Its organization; null if it belongs to the whole tenant or platform.'),
);
const nameField = z
  .string()
  .check(
    about(
      'Its name: of a user the name or the e-mail address, of a payment its id at the provider.',
      'Orders',
    ),
  );

export const FoundThing = z
  .object({
    kind: kindField,
    id: z.string().check(about('Id with which the operations of its module read it.', exampleId)),
    name: nameField,
    detail: z
      .nullable(z.string())
      .check(
        about(
          'What distinguishes things of the same name: an address, an identifier, a state.',
          'https://example.com/hooks',
        ),
      ),
    organizationId: organizationField,
  })
  .check(z.meta({ id: 'FoundThing', description: 'A thing of a module that was found.' }));
export type FoundThing = z.infer<typeof FoundThing>;

export const ThingName = z
  .object({
    kind: z.string().check(about('Type of the thing, as the request named it.', 'user')),
    id: z.string().check(about('Id of the thing, as the request named it.', exampleId)),
    name: nameField,
    organizationId: organizationField,
  })
  .check(z.meta({ id: 'ThingName', description: 'The name of a thing.' }));
export type ThingName = z.infer<typeof ThingName>;

const LeftOut = z
  .object({
    kind: kindField,
    feature: z
      .string()
      .check(
        about(
          'The feature that you lack; `super_admin` if only super admins see the kind.',
          'payment_gateways.view',
        ),
      ),
  })
  .check(z.meta({ id: 'UnsearchedKind', description: 'A type of things that you may not see.' }));

const base = { module: 'search', auth: 'caller', scope: 'optional' } as const;

export const SearchThings = z.object({
  q: text(maxCharacters, minCharacters).check(
    about(
      'An id, an external id, or the beginning of a name; blanks around it are ignored. ' +
        `At least ${minCharacters} characters.`,
      'sales@',
    ),
  ),
});
export type SearchThings = z.infer<typeof SearchThings>;

export const searchThings = defineEndpoint({
  ...base,
  ...operation('searchThings', 'GET', '/api/search'),
  summary: 'Find things of all modules',
  description:
    'Finds things of the selected tenant and organizations by their exact id, by an external id (a payment by the ' +
    'provider’s id, a rule by its `ruleId`, a record by `<type>:<externalId>`), or by the beginning of their name: users also ' +
    'by that of their e-mail address, toggles by that of their identifier. Best matches come first, at ' +
    `most ${items}. You receive the types that your features allow; \`leftOut\` names the others. A search needs at most ` +
    `${readUnits} read units: if that is not enough for all selected organizations, \`isComplete\` is false.`,
  query: SearchThings,
  success: returns(
    z.object({
      items: z.array(FoundThing).check(about('The things, best matches first.')),
      leftOut: z.array(LeftOut).check(about('The types that you may not see.')),
      isComplete: z
        .boolean()
        .check(
          about(
            'False if some organizations were not searched, or more names of a list begin with the text.',
            true,
          ),
        ),
    }),
    { description: 'What was found.' },
  ),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const NameThings = z.object({
  things: text(things * searchLimits.thingCharacters).check(
    about(
      `Up to ${things} things, separated by commas, each as \`<kind>:<id>\`, or \`<kind>:<id>@<organizationId>\`. The ` +
        'kind is the `resource` of audit entries; `user` and `api_key` are actors. Things without an organization are ' +
        `searched in the first ${organizationsOfThing} selected ones.`,
      `business_rules.rule:${exampleId},user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33`,
    ),
  ),
});
export type NameThings = z.infer<typeof NameThings>;

export const nameThings = defineEndpoint({
  ...base,
  ...operation('nameThings', 'GET', '/api/search/names'),
  summary: 'Read the names of things',
  description:
    'Returns the names of things of all modules, for audit entries and histories. Things that do not exist, or that you ' +
    'may not see, are missing in the response.',
  query: NameThings,
  success: returns(
    z.object({
      items: z.array(ThingName).check(about('The things that were found, in the order of the request.')),
    }),
  ),
  permissions: { table: ['BatchGetItem'] },
});
