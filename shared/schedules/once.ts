export async function scheduleOnce(_: {
  name: string;
  atMs: number;
  queue: string;
  message: object;
}): Promise<void> {}
