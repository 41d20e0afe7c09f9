// npm run build: builds the site from package-lock.json and the sources, as npm start does and as the image does.
import './node-version.mjs'
import { installIfMissing } from './install.mjs'
import { build } from './steps.mjs'

await installIfMissing()
await build()
