/** Texts that the browser keeps between visits. Where it forbids that or has no room, they last until the page is left. */
const unkept = new Map<string, string>();

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export const kept = {
  get: (name: string): string | null => unkept.get(name) ?? attempt(() => localStorage.getItem(name)) ?? null,
  set(name: string, text: string): void {
    unkept.set(name, text);
    attempt(() => {
      localStorage.setItem(name, text);
      unkept.delete(name);
    });
  },
  remove(name: string): void {
    unkept.delete(name);
    attempt(() => localStorage.removeItem(name));
  },
};
