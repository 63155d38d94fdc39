/** The parts of entities that contracts and pure decisions of other modules may use: data without a store. */
export { customFieldNames, customFieldsProblem, isCustomFields } from './custom-field-names.ts';
export { entityTypePattern, entityTypeProblem, platformModules } from './entity-type.ts';
export { entityLimits } from './limits.ts';
