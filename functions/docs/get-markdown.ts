import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getMarkdown } from '../../shared/modules/docs/contract.ts';
import { description } from '../../shared/modules/docs/description.ts';
import { toMarkdown } from '../../shared/modules/docs/openapi/markdown.ts';

export const handler = endpoint(getMarkdown, async () => toMarkdown(description));
