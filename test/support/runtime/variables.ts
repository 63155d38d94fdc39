/** Variables of the functions of a running local runtime. */

/** Changes settings in all functions. Returns their values before. Throws for a name that no function has. */
export async function changeVariables(
  controlUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const before: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    const body = JSON.stringify({ name, value });
    const response = await fetch(`${controlUrl}/variables`, { method: 'POST', body });
    if (!response.ok) throw new Error(`${name} was not changed: ${await response.text()}`);
    before[name] = ((await response.json()) as { previous: string }).previous;
  }
  return before;
}
