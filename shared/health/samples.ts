import { sample } from '../samples/sample.ts';
import { getHealth } from './contract.ts';

export const healthSamples = [sample(getHealth)];
