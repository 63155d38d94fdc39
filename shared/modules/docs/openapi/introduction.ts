/** What holds for every endpoint: the text before the operations. */
import { limits } from '../../../kernel/http/limits.ts';

export const introduction = `
Every module of the service is reached below \`/api\`. Requests and responses are JSON unless an operation says otherwise.
Every response carries an \`X-Request-Id\`; quote it when you ask for help.

## Credentials

Send an API key with every request, in one of three ways: \`X-Api-Key: pmk_…\`, \`Authorization: ApiKey pmk_…\` or
\`Authorization: Bearer pmk_…\`. Operations that need a feature name it under \`x-required-features\`; a caller
without it gets 403.

## Tenant and organization

A key acts in its own tenant and organization. \`tenantId\` and \`organizationId\`, in the query or in the body,
select others that the caller may act in; so does the cookie \`svc_selected_org\` for the organization. What is out
of reach returns 403, a missing selection 400, and an id of another tenant or organization 404, like an unknown one.

## Errors

Every response from 400 on is \`{error, code, requestId, …}\`: a text for people, a stable code for programs, and the
id to quote when asking for help. The \`default\` response of an operation lists what any operation can answer; errors
of its own are listed by status. Values that break their schema are listed under \`details\`. An empty query value
counts as absent. Requests over 10 MB and header lines over 10 KB are refused before they reach the service, as
\`{message}\`.

## Warnings

Unknown keys of bodies and queries are ignored. The response names them, and values that were replaced by a default,
in \`warnings\` (a list of texts beside the other fields) and in the header \`X-Warnings\` (ASCII, at most 1 KB; responses
without a JSON object have only the header). Both are missing when there is nothing to warn about.

## Limits

Requests of a key are counted per minute and per hour. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (seconds)
describe the window with the least left, on every response to a key; a request over the limit gets 429 with \`Retry-After\`.

A body has at most ${limits.bodyBytes} bytes unless its operation names another limit, and its JSON nests at most 100 levels
deep; longer ones get 413, deeper ones 400.

## Lists

Lists answer \`page\` and \`pageSize\`, at most ${limits.maxPageSize} rows unless the parameter says otherwise, with exact
totals unless \`totalIsExact\` is false; a page beyond the end is empty. Every list that offers \`format\` exports all rows
that match as CSV, JSON, XML or Markdown. Pages without a filter and filters by \`id\` are strongly consistent: they show
every change that was answered before. Other filters, searches and sorts read a small index entry of each row of the
list: they cost more the longer the list is, and may miss changes of the last second. Each row is shown as it is now.

## Repeated requests

Where \`Idempotency-Key\` is offered, the same request with the same key within 24 hours is done once. Its answer is sent
again with \`Idempotent-Replayed: true\`; another request with that key gets 409.

## Concurrent changes

Answers that show one resource carry an \`ETag\`. Send it back as \`If-Match\` to change exactly that version (412 when
it is no longer the current one), or as \`If-None-Match\` to read only what changed (304 when nothing did). Without
\`If-Match\` the last write wins.
`.trim();
