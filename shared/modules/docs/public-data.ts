/** The parts of the documentation that other modules may use, without a store. */
export { description } from './description.ts';
export { toMarkdown } from './openapi/markdown.ts';
export { operationsIn } from './openapi/types.ts';
