/**
 * From source to cloud assembly: synthesizes the CDK app over bundled functions. Run as a program it reads its input as JSON
 * from standard input: CDK takes hundreds of megabytes, which are free again when that process ends.
 */
import { rmSync } from 'node:fs';
import { AssetStaging } from 'aws-cdk-lib';
import { createApp } from '../../aws/app.ts';
import { asChildProgram } from '../child-program.ts';
import { assemblyDir, ingestVariable, type SynthesisInput } from './synthesis.ts';

const localSender = 'notifications@platform.example';

/** Writes the templates of stage `local` below `dataDir`. Returns the assembly's folder. Throws when a setting is unknown. */
export function synthesize({ dataDir, settings, bundleDir }: SynthesisInput): string {
  const outdir = assemblyDir(dataDir);
  rmSync(outdir, { recursive: true, force: true });
  // CDK remembers what it read for as long as the process lives; that folder may be gone by now.
  AssetStaging.clearAssetHashCache();
  const { [ingestVariable]: ingest, ...ofFunctions } = settings;
  return createApp({
    stage: 'local',
    // Where links lead is known, and set, once the public host listens.
    options: {
      ingest: ingest === 'on',
      email: { sender: localSender, linkBase: 'http://localhost', tenants: true },
    },
    settings: ofFunctions,
    bundleDir,
    outdir,
    copyCode: false,
  }).synth().directory;
}

if (import.meta.main) await asChildProgram((input: SynthesisInput) => void synthesize(input));
