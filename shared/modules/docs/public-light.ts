/** What the catalog uses of this module. */
export { description } from './description.ts';
export { toMarkdown } from './openapi/markdown.ts';
export { operationsIn } from './openapi/types.ts';
