/** The page of Swagger UI, and its headers. */
import { createHash } from 'node:crypto';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };
import { explorerPath } from '../../kernel/http/explorer-path.ts';

/**
 * Starts Swagger UI with its modules collapsed. Without the validator, which would send the document to a
 * public server. The filter searches summaries, paths and names of operations, because Swagger UI's own
 * searches only tags, and expands the modules with matches.
 */
export const startScript = `
const wordsOf = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean);

const findOperations = (modules, phrase) => {
  const words = wordsOf(phrase);
  const isFound = (module, entry) => {
    const operation = entry.get('operation');
    const texts = [module, entry.get('method'), entry.get('path'), operation.get('summary'), operation.get('operationId')];
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return modules
    .map((entry, module) => entry.update('operations', (all) => all.filter((one) => isFound(module, one))))
    .filter((entry) => entry.get('operations').size > 0);
};

const unfoldFound = (original) => (state, path, fallback) => {
  const filter = state.get('filter');
  const isFiltered = typeof filter === 'string' && filter !== '';
  return original(path, fallback || (isFiltered && path[0] === 'operations-tag'));
};

// The document is JSON; parsing it as YAML takes ten times as long.
const readJson = (original, system) => (text) =>
  system.specActions.updateJsonSpec(JSON.parse(text || system.specSelectors.specStr()));

// Swagger UI's own resolver copies the whole document for each opened operation, which takes seconds. All
// references are within the document; a schema that contains itself keeps the reference.
const isObject = (value) => typeof value === 'object' && value !== null;

const withAllFields = ({ allOf, ...schema }) => {
  if (!Array.isArray(allOf)) return allOf === undefined ? schema : { ...schema, allOf };
  const parts = [...allOf, schema];
  const required = [...new Set(parts.flatMap((part) => part.required || []))];
  return { ...schema, properties: Object.assign({}, ...parts.map((part) => part.properties)), required };
};

const resolved = (whole, value, open) => {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(whole, one, open));
  const { $ref: reference, ...siblings } = value;
  if (typeof reference !== 'string') {
    const fields = Object.entries(value).map(([name, one]) => [name, resolved(whole, one, open)]);
    return withAllFields(Object.fromEntries(fields));
  }
  if (open.includes(reference)) return value;
  const target = reference.slice(2).split('/').reduce((part, name) => part[name], whole);
  return { ...resolved(whole, target, [...open, reference]), ...siblings };
};

let source;
let whole;
const resolveOnDemand = (original, system) => (path) => {
  const json = system.specSelectors.specJson();
  if (json !== source) [source, whole] = [json, json.toJS()];
  const part = path.reduce((inner, name) => inner && inner[name], whole);
  return part === undefined ? original(path) : system.specActions.updateResolvedSubtree(path, resolved(whole, part, []));
};

window.explorer = SwaggerUIBundle({
  url: '/api/docs/openapi',
  dom_id: '#explorer',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [
    () => ({
      fn: { opsFilter: findOperations },
      statePlugins: {
        layout: { wrapSelectors: { isShown: unfoldFound } },
        spec: { wrapActions: { parseToJson: readJson, requestResolvedSubtree: resolveOnDemand } },
      },
    }),
  ],
});
`.trimStart();

/** All modules fit on one screen; the long introduction scrolls separately. */
export const ownStyle = `
body { margin: 0; }
.links { display: flex; gap: 16px; padding: 6px 20px; font: 14px sans-serif; background: #1b1b1b; }
.links a { color: #fff; }
.swagger-ui .information-container { padding: 0 20px; }
.swagger-ui .info { margin: 8px 0 0; }
.swagger-ui .info .title { font-size: 20px; }
.swagger-ui .info__summary, .swagger-ui .info__license { display: none; }
.swagger-ui .info .description { height: 3.2em; overflow-y: auto; resize: vertical; border: 1px solid #d8dde7; padding: 0 12px; }
.swagger-ui .info .description h2 { font-size: 16px; margin: 8px 0 0; }
.swagger-ui .info .description p { margin: 4px 0; }
.swagger-ui .scheme-container { margin: 0; padding: 4px 0; box-shadow: none; }
.swagger-ui .servers > label, .swagger-ui .servers-title { display: none; }
.swagger-ui .filter .operation-filter-input { margin: 4px 0; padding: 4px 10px; }
.swagger-ui .opblock-tag { font-size: 15px; line-height: 18px; margin: 0; padding: 1px 10px; }
.swagger-ui .opblock-tag > a { flex: none; white-space: nowrap; }
.swagger-ui .opblock-tag small { font-size: 13px; min-width: 0; padding: 0 8px; }
.swagger-ui .opblock-tag small .renderedMarkdown p { line-height: 18px; margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.swagger-ui .opblock-tag .expand-operation { padding: 0; }
.swagger-ui .opblock-tag .expand-operation svg { height: 14px; }
`.trimStart();

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** File names of the assets change with their content, so that browsers may cache them permanently. */
export const assetNames = {
  bundle: `swagger-ui-bundle-${swaggerUi.version}.js`,
  style: `swagger-ui-${swaggerUi.version}.css`,
  ownStyle: `explorer-${hashOf(ownStyle)}.css`,
  start: `explorer-${hashOf(startScript)}.js`,
} as const;

export const explorerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform Modules API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${explorerPath}/${assetNames.style}">
<link rel="stylesheet" href="${explorerPath}/${assetNames.ownStyle}">
</head>
<body>
<nav class="links" aria-label="Platform">
<a href="/console/">Console</a>
<a href="/api/docs/markdown">Documentation</a>
<a href="/api/docs/openapi">OpenAPI</a>
</nav>
<div id="explorer"></div>
<noscript>The explorer requires JavaScript. <a href="/api/docs/markdown">Read the same description as Markdown.</a></noscript>
<script src="${explorerPath}/${assetNames.bundle}" defer></script>
<script src="${explorerPath}/${assetNames.start}" defer></script>
</body>
</html>
`;

/** Swagger UI uses `data:` images for its icons; everything else is loaded from this host. */
export const explorerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
