// The accent colour of a shop: what follows from it, and whether it can be read (WCAG 2.2, contrast of text).

/** The accent that the style sheets and the drawn pictures have (layouts/tokens.css). */
export const DEFAULT_ACCENT = '#c6ff3d'
const DEFAULT_INK = '#0c1200'

/** The surfaces that the accent is text on: page, card, raised, pressed (layouts/tokens.css). */
export const SURFACES = ['#07080f', '#0d0f1a', '#141726', '#1c2033'] as const

/** The contrast that AA asks of text. */
export const CONTRAST_MIN = 4.5

/** A share of the accent's light that is left in what is written on it. */
const INK_SHARE = 0.06

const COLOUR = /^#[0-9a-f]{6}$/

export interface Accent {
  /** As `#rrggbb`. */
  readonly colour: string
  /** Of text and icons on it, as `#rrggbb`. */
  readonly ink: string
}

type Channels = readonly [number, number, number]

/** Returns red, green and blue of `#rrggbb`, 0 to 255. */
function channelsOf(colour: string): Channels {
  const at = (place: number): number => Number.parseInt(colour.slice(place, place + 2), 16)
  return [at(1), at(3), at(5)]
}

const hex = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns a colour with a share of its light. */
export function dimmed(colour: string, share: number): string {
  const [red, green, blue] = channelsOf(colour)
  return hex([red * share, green * share, blue * share])
}

/** Returns the colour of what is written on an accent: nearly black, in its hue. */
const inkOn = (colour: string): string => (colour === DEFAULT_ACCENT ? DEFAULT_INK : dimmed(colour, INK_SHARE))

/** Returns the accent of the style sheets. */
export function defaultAccent(): Accent {
  return { colour: DEFAULT_ACCENT, ink: DEFAULT_INK }
}

/** Reads an accent; a text says what is wrong with it. */
export function readAccent(written: string): Accent | string {
  const colour = written.toLowerCase()
  if (!COLOUR.test(colour)) return `has to be a colour such as ${DEFAULT_ACCENT}, not "${written}"`
  const ink = inkOn(colour)
  for (const [other, place] of [
    ...SURFACES.map((surface) => [surface, `the surface ${surface}`] as const).toReversed(),
    [ink, `what is written on it, ${ink}`] as const,
  ]) {
    const contrast = contrastOf(colour, other)
    if (contrast < CONTRAST_MIN) {
      const ratio = Math.floor(contrast * 100) / 100
      return `${colour} has a contrast of ${ratio} : 1 to ${place}; text needs ${CONTRAST_MIN} : 1: take a lighter colour`
    }
  }
  return { colour, ink }
}

/** Returns the custom properties that an accent sets; empty for the one of the style sheets. */
export function accentDeclarations({ colour, ink }: Accent): string {
  if (colour === DEFAULT_ACCENT) return ''
  return `--signal:${colour};--signal-rgb:${channelsOf(colour).join(' ')};--signal-ink:${ink}`
}
