/** The page around Swagger UI, and the headers it lives with. */
import { createHash } from 'node:crypto';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };

/** Where the explorer lies on the service's host. */
export const explorerPath = '/docs/api';

/** Starts Swagger UI. No validator: that would send the document to a server on the internet. */
export const startScript = `
window.explorer = SwaggerUIBundle({
  url: '/api/docs/openapi',
  dom_id: '#explorer',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`.trimStart();

const startScriptHash = createHash('sha256').update(startScript).digest('hex').slice(0, 12);

/** File names of the assets: they change with the content, so that browsers may keep them for good. */
export const assetNames = {
  bundle: `swagger-ui-bundle-${swaggerUi.version}.js`,
  style: `swagger-ui-${swaggerUi.version}.css`,
  start: `explorer-${startScriptHash}.js`,
} as const;

export const explorerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform Modules API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${explorerPath}/${assetNames.style}">
</head>
<body>
<div id="explorer"></div>
<noscript>The explorer needs JavaScript. <a href="/api/docs/markdown">Read the same description as Markdown.</a></noscript>
<script src="${explorerPath}/${assetNames.bundle}" defer></script>
<script src="${explorerPath}/${assetNames.start}" defer></script>
</body>
</html>
`;

/** Swagger UI draws its icons from `data:` images; everything else comes from this host. */
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
