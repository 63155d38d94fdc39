/** The parts of entities that other modules may use, without a store. */
export { customFieldNames, givenCustomFields } from './custom-field-names.ts';
export { entityTypePattern, entityTypeProblem, platformModules } from './entity-type.ts';
export { entityLimits } from './limits.ts';
