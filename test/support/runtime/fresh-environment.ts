/** Each test file begins with the environment that its process had, not with what files before it in the process have set. */
import { initialEnvironment } from './initial-environment.ts';

for (const name of Object.keys(process.env)) {
  if (!Object.hasOwn(initialEnvironment, name) && !name.startsWith('VITEST')) delete process.env[name];
}
Object.assign(process.env, initialEnvironment);
