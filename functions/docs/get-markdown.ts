import { getMarkdown } from '../../shared/docs/contract.ts';
import { description } from '../../shared/docs/description.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { toMarkdown } from '../../shared/openapi/markdown.ts';

export const handler = endpoint(getMarkdown, async () => toMarkdown(description));
