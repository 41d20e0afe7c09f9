// Where the SQL migrations lie; both databases run the same ones.
import { fileURLToPath } from 'node:url'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
