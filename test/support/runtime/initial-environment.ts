/** The environment of this process before any test file changed it. */
export const initialEnvironment: Readonly<NodeJS.ProcessEnv> = { ...process.env };
