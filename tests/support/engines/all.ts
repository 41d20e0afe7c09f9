// The engines that this machine can drive.
import { canDriveFirefox } from '../../../scripts/firefox-tools.mjs'
import { canDriveWebkit } from '../../../scripts/webkit-tools.mjs'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebkit } from './webkit.ts'

/** `npm test -- --engines` names the engines that are left out. */
export const ENGINES = [
  { name: 'Chromium', player: 0, canDrive: () => true, launch: launchChromium },
  { name: 'Firefox', player: 1, canDrive: canDriveFirefox, launch: launchFirefox },
  { name: 'WebKit', player: 2, canDrive: canDriveWebkit, launch: launchWebkit },
].filter(({ canDrive }) => canDrive())
