import { useApi } from '../api/api-context.tsx';

/** URLs of files for links and images, in the selected scope. */
export function useFileUrl(): (url: string, more?: Readonly<Record<string, string>>) => string {
  const { scope } = useApi();
  return (url, more = {}) => {
    const whole = new URL(url, location.origin);
    for (const [name, value] of Object.entries({ ...scope, ...more }))
      if (value !== undefined) whole.searchParams.set(name, value);
    return `${whole.pathname}${whole.search}`;
  };
}
