// npm runs this after it has installed the packages. It is plain JavaScript, like bin/run.mjs, because the host's Node may
// be older than the Node of the project.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const executable = process.platform === 'win32' ? 'node.exe' : 'node';
const pinnedNode = inProject(`node_modules/node/bin/${executable}`);

// Without development dependencies, there is no pinned Node and nothing to generate.
if (existsSync(pinnedNode)) {
  // The package has linked the program from there; the rest is headers and manuals, 62 MB.
  rmSync(inProject('node_modules/node/node_modules'), { recursive: true, force: true });
  // Only browsers need these files, 26 MB; Node reads the same code from the .wasm files.
  const recognizer = inProject('node_modules/tesseract.js-core');
  const forBrowsers = readdirSync(recognizer).filter((file) => file.endsWith('.wasm.js'));
  for (const file of forBrowsers) rmSync(`${recognizer}/${file}`);
  const { status } = spawnSync(pinnedNode, [inProject('bin/client-types/generate.ts')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
