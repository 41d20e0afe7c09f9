// The manifest of the installed app, in each language.
import type { Language } from '../../game/base/language.ts'
import { textFor } from '../../i18n/text.ts'

/** Shortcuts of the app's icon by the key of their text, with the icon of the sprite that is drawn for them. */
export const APP_SHORTCUTS = {
  cases: { url: '/', icon: 'cases' },
  upgrade: { url: '/upgrade', icon: 'upgrade' },
  deposit: { url: '/deposit', icon: 'deposit' },
  inventory: { url: '/dashboard', icon: 'keep' },
} as const

/** Sizes of icons in pixels: those of the app, and that of a shortcut. */
export const APP_ICON_PIXELS = [192, 512] as const
export const SHORTCUT_PIXELS = 96

/** The folder of the icons below the site's address. */
const APP_ICONS = '/assets/img/app'

/** Colour of the window and of the splash screen. */
const GROUND = '#07080f'

/** Returns the address of the manifest in a language. */
export function appManifestPath(language: Language): string {
  return `/${language}/app.webmanifest`
}

/**
 * Returns the manifest as browsers read it. Its id is the same in every language: all of them are one app.
 *
 * @param brand what the shop calls itself
 */
export function appManifest(language: Language, brand: string): object {
  const t = textFor(language, 'app')
  const png = (name: string, pixels: number) => ({
    src: `${APP_ICONS}/${name}-${pixels}.png`,
    type: 'image/png',
    sizes: `${pixels}x${pixels}`,
  })
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description: t('description'),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [
      ...APP_ICON_PIXELS.map((pixels) => ({ ...png('icon', pixels), purpose: 'any' })),
      ...APP_ICON_PIXELS.map((pixels) => ({ ...png('maskable', pixels), purpose: 'maskable' })),
    ],
    shortcuts: Object.entries(APP_SHORTCUTS).map(([name, { url }]) => ({
      name: t(`shortcuts.${name as keyof typeof APP_SHORTCUTS}`),
      url,
      icons: [png(`shortcut-${name}`, SHORTCUT_PIXELS)],
    })),
  }
}
