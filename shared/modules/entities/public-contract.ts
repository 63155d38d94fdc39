/** What contracts and pure decisions of other modules may use of entities: data alone, without a store. */
export { customFieldNames } from './custom-field-names.ts';
export { entityTypePattern, entityTypeProblem, platformModules } from './entity-type.ts';
export { entityLimits } from './limits.ts';
