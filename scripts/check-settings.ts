// Ends with an error that names every wrong or missing setting, before `npm start` spends a minute on building.
import { checkDataFolder } from '../src/server/config/data-folder.ts'
import { readProcessConfig } from '../src/server/site/process-config.ts'
import { exitWithError } from '../src/server/site/startup.ts'

try {
  const { dataDir, databaseUrl } = readProcessConfig()
  await checkDataFolder(dataDir, databaseUrl === undefined ? 'pglite' : 'postgres')
} catch (error) {
  exitWithError(error)
}
