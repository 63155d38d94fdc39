/** The introduction, which applies to every endpoint. */
import { limits } from '../../../kernel/http/limits.ts';

export const introduction = `
The [console](/console/) shows and repairs what the API does, the [explorer](/docs/api) sends its requests, and the
[documentation](/api/docs/markdown) has every operation on one page.

The paths of all modules begin with \`/api\`. Requests and responses are JSON unless an operation says otherwise.
Every response has an \`X-Request-Id\`; include it when you report a problem.

## Credentials

Send an API key with every request, in one of three ways: \`X-Api-Key: pmk_…\`, \`Authorization: ApiKey pmk_…\` or
\`Authorization: Bearer pmk_…\`. Operations that need a feature name it under \`x-required-features\`; a caller
without it gets 403.

## Tenant and organization

A key works in its own tenant and organization. \`tenantId\` and \`organizationId\`, in the query or in the body,
select others that the caller has access to; the cookie \`svc_selected_org\`
selects an organization, too. A selection without access returns 403, a missing selection 400, and an id of another tenant or organization 404, like an unknown id.

## Errors

Every response from 400 on is \`{error, code, requestId, …}\`: a message, a stable code, and the
request id. An operation lists its errors by status; its \`default\` response is a failure of the platform. A method
that a path does not have gets 405 with \`Allow\`, a path that does not exist 404. Values that do not match their schema are listed under \`details\`. An empty query value
counts as absent. Requests over 10 MB and header lines over 10 KB are rejected before they reach the service, with
\`{message}\`.

## Warnings

Unknown keys of bodies and queries are ignored. The response names them, and values that were replaced by a default,
in \`warnings\` (a list of texts beside the other fields) and in the header \`X-Warnings\` (ASCII, at most 1 KB; responses
without a JSON object have only the header). Both are missing when there is nothing to warn about. A request with
\`Prefer: handling=strict\` (RFC 7240) gets 400 with the unknown keys under \`details\` instead, and
\`Preference-Applied: handling=strict\`.

## Limits

Requests of a key are counted per minute and per hour. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (seconds)
describe the window with the least left, on every response to a key; a request over the limit gets 429 with \`Retry-After\`, as
do more than 500 requests a second.

A body has at most ${limits.bodyBytes} bytes unless its operation names another limit, and its JSON nests at most 100 levels
deep; longer ones get 413, deeper ones 400, and numbers above 1.8e308 get 400, too.

## Lists

Lists take \`page\` and \`pageSize\`, at most ${limits.maxPageSize} rows unless the parameter says otherwise, with exact
totals unless \`totalIsExact\` is false: logs are counted up to 2 MB of entries after the page, and not at all with
\`withTotal=false\` or in a search of the event log. A page beyond the end is empty. Every list that offers \`format\` exports all rows
that match as CSV, JSON, XML or Markdown; other lists return 400. Pages without a filter and filters by \`id\` are strongly consistent: they
include every change whose response was sent before. Other filters, searches and sorts read a small index entry of each row of the
list: their cost grows with the list, and they may miss changes of the last second. Rows always show current values.

## Repeated requests

Every operation that creates something accepts \`Idempotency-Key\`: within 24 hours, the same request of the same caller with
the same key takes effect once. A repeated request changes nothing and returns what was created, with
\`Idempotent-Replayed: true\`; a different request with that key returns 409. If the response had a secret that cannot be
shown again, a repetition returns 409 \`already_created\` with the id.

## Concurrent changes

Responses with one resource have an \`ETag\`. Send it as \`If-Match\` to change only that version (412 if it is
no longer the current one), or as \`If-None-Match\` to read only changes (304 if nothing changed). Without
\`If-Match\` the last write wins.
`.trim();
