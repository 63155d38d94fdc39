/** Writes the endpoint table in shared/catalog/ENDPOINTS.md between two markers. */

import type { EndpointSpec } from '../../../kernel/http/endpoint-spec.ts';
import type { Sections } from '../../../kernel/modules/manifest.ts';

const begin = '<!-- endpoints: written by npm run openapi -->';
const end = '<!-- endpoints: end -->';

function rightsOf({ auth, feature, superAdmin }: EndpointSpec): string {
  if (auth === 'none') return 'none';
  if (auth === 'optional') return 'none, or a caller';
  return superAdmin ? 'super admin' : feature ? `\`${feature}\`` : 'any caller';
}

function tableOf(endpoints: readonly EndpointSpec[]): string {
  const rows = endpoints
    .toSorted((a, b) => (a.path === b.path ? a.method.localeCompare(b.method) : a.path < b.path ? -1 : 1))
    .map((endpoint) => {
      const { method, path, summary } = endpoint;
      return `| \`${method} ${path}\` | ${rightsOf(endpoint)} | ${summary} |`;
    });
  return ['| Endpoint | Needs | What it does |', '|---|---|---|', ...rows].join('\n');
}

/** The endpoint table as Markdown, a section per module in their order. */
function endpointTable(endpoints: readonly EndpointSpec[], sections: Sections): string {
  return Object.entries(sections)
    .map(([name, { title }]) => ({ title, rows: endpoints.filter(({ module }) => module === name) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => `**${title}**\n\n${tableOf(rows)}`)
    .join('\n\n');
}

/** Replaces the table of endpoints in the page. Throws if the markers are missing. */
export function withEndpointTable(
  page: string,
  endpoints: readonly EndpointSpec[],
  sections: Sections,
): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page lacks the markers "${begin}" and "${end}".`);
  return `${page.slice(0, from)}${begin}\n\n${endpointTable(endpoints, sections)}\n\n${page.slice(to)}`;
}
