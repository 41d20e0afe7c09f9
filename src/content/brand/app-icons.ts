// The pictures that the brand of a shop has as files of their own: of tabs, of home screens, and of the installed app.
import { iconOnSquare } from '../../art/icons.ts'
import { favicon, homeScreenIcon, maskableIcon, type PictureBrand } from '../../art/logo.ts'
import { DEFAULT_ACCENT } from '../../game/base/accent.ts'
import { APP_ICON_PIXELS, APP_SHORTCUTS, SHORTCUT_PIXELS } from './app-manifest.ts'

/** The drawing of a tab, as a file below the site's address. */
export const TAB_ICON = 'favicon.svg'

/** The name of a shop as its own drawing, as a file below the site's address. */
export const WORDMARK_FILE = 'wordmark.svg'

/** The size that Apple's home screens ask for. */
const HOME_SCREEN_PIXELS = 180

type Look = Pick<PictureBrand, 'accent' | 'mark'>

/** An icon that is drawn in pixels. */
export interface AppIcon {
  /** Below the site's address. */
  readonly file: string
  readonly svg: string
  readonly pixels: number
}

/** Returns the icons of a brand. */
export function appIcons(look: Look): readonly AppIcon[] {
  const app = (name: string, pixels: number, svg: string): AppIcon => ({
    file: `assets/img/app/${name}-${pixels}.png`,
    svg,
    pixels,
  })
  return [
    { file: 'apple-touch-icon.png', svg: homeScreenIcon(look), pixels: HOME_SCREEN_PIXELS },
    ...APP_ICON_PIXELS.map((pixels) => app('icon', pixels, favicon(look))),
    ...APP_ICON_PIXELS.map((pixels) => app('maskable', pixels, maskableIcon(look))),
    ...Object.entries(APP_SHORTCUTS).map(([name, { icon }]) =>
      app(`shortcut-${name}`, SHORTCUT_PIXELS, iconOnSquare(icon, look.accent.colour)),
    ),
  ]
}

/** Tells whether a brand looks as the files in public/ are drawn (npm run art). */
export function isDrawn({ accent, mark }: Look): boolean {
  return mark === null && accent.colour === DEFAULT_ACCENT
}
