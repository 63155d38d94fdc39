/** Parameters of URLs that others have written. Pure. */

/** The name of one parameter of a query. */
const nameOf = (parameter: string): string | undefined => [...new URLSearchParams(parameter).keys()][0];

/**
 * Sets parameters of a URL and leaves the others as they are written. `url.searchParams` would encode all of them anew: a
 * `%20` would become `+`, and `flag` would become `flag=`.
 */
export function setParameters(url: URL, given: Readonly<Record<string, string>>): void {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !Object.hasOwn(given, nameOf(parameter) ?? ''));
  url.search = [...kept, new URLSearchParams(given)].join('&');
}
