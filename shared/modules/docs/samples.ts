import { sample } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';
import { assetNames } from './explorer-page.ts';

export const docsSamples = [
  sample(contract.getOpenapi),
  sample(contract.getMarkdown),
  sample(contract.openExplorer),
  sample(contract.getExplorer),
  sample(contract.getExplorerAsset, { request: () => ({ params: { file: assetNames.start } }) }),
];
