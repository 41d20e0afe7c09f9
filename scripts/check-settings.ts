// Ends with an error that names every wrong or missing setting, before `npm start` spends a minute on building.
import { checkFolders } from '../src/server/config/data-folder.ts'
import { readProcessConfig } from '../src/server/site/process-config.ts'
import { exitWithError } from '../src/server/site/startup.ts'

try {
  await checkFolders(readProcessConfig())
} catch (error) {
  exitWithError(error)
}
