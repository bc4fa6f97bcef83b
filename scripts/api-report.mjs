// Writes a report of the package's public API to etc/, one file per entry point. Without --update, a report that
// differs from the built types is an error, so that API changes are visible in reviews.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const folder = process.cwd();
const isUpdate = process.argv.includes('--update');
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
mkdirSync(join(folder, 'etc'), { recursive: true });

let isSame = true;
for (const [entry, { types } = {}] of Object.entries(exports)) {
  // Generated operations are compared with the last released contract instead. The members of a pattern are reported by
  // their common entry point.
  if (!types || entry === './operations' || entry.includes('*')) continue;
  const name = entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-');
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, types),
      compiler: { tsconfigFilePath: join(folder, 'tsconfig.build.json') },
      apiReport: {
        enabled: true,
        reportFolder: join(folder, 'etc'),
        reportTempFolder: join(folder, 'dist/.report'),
        reportFileName: `${name}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: isUpdate,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  if (apiReportChanged && !isUpdate) {
    console.error(`etc/${name}.api.md is not what the package exports. See the change with "pnpm run api-report".`);
    isSame = false;
  }
}
if (!isSame) process.exitCode = 1;
