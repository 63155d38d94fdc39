/** Returns the description of the API, and the page that explores it. */
import { explorerPath } from '../../kernel/http/explorer-path.ts';
import { Reply, redirectTo } from '../../kernel/http/reply.ts';
import { description } from './description.ts';
import { explorerHeaders, explorerPage } from './explorer-page.ts';
import { toMarkdown } from './openapi/markdown.ts';

export async function getOpenapi() {
  return { ...description };
}

export async function getMarkdown() {
  return toMarkdown(description);
}

export async function openExplorer() {
  return redirectTo(explorerPath);
}

export async function getExplorer() {
  return new Reply(explorerPage, { headers: explorerHeaders });
}
