// Avatars of players without one from Steam: bots, stand-in players of the sandbox, and the default.

import { hsl } from './colour.ts'
import { seededRandom } from './random.ts'

type Kind = 'astronaut' | 'robot' | 'planet' | 'alien' | 'cat'

interface Face {
  readonly kind: Kind
  readonly hue: number
}

/** Bots are robots, and only they. */
const FACES: Readonly<Record<string, Face>> = {
  default: { kind: 'astronaut', hue: 226 },
  bot: { kind: 'robot', hue: 222 },
  'house-1': { kind: 'robot', hue: 24 },
  'house-2': { kind: 'robot', hue: 190 },
  'house-3': { kind: 'robot', hue: 282 },
  'house-4': { kind: 'robot', hue: 128 },
  'house-5': { kind: 'robot', hue: 336 },
  'house-6': { kind: 'robot', hue: 44 },
  'house-7': { kind: 'robot', hue: 168 },
  'house-8': { kind: 'robot', hue: 70 },
  'house-9': { kind: 'robot', hue: 264 },
  'house-10': { kind: 'robot', hue: 206 },
  'house-11': { kind: 'robot', hue: 312 },
  'house-12': { kind: 'robot', hue: 98 },
  'sandbox-1': { kind: 'astronaut', hue: 204 },
  'sandbox-2': { kind: 'cat', hue: 96 },
  'sandbox-3': { kind: 'planet', hue: 46 },
  'sandbox-4': { kind: 'alien', hue: 186 },
  'sandbox-5': { kind: 'cat', hue: 34 },
  'sandbox-6': { kind: 'astronaut', hue: 322 },
}

const eyes = (y: number, gap: number, r: number, colour: string): string =>
  `<g fill="${colour}"><circle cx="${48 - gap}" cy="${y}" r="${r}"/><circle cx="${48 + gap}" cy="${y}" r="${r}"/></g>` +
  `<g fill="#fff"><circle cx="${48 - gap - r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.32}"/><circle cx="${48 + gap - r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.32}"/></g>`

const smile = (y: number, width: number, colour: string): string =>
  `<path d="M${48 - width} ${y}Q48 ${y + width * 0.9} ${48 + width} ${y}" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round"/>`

const shine = (d: string): string =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/>`

const PORTRAITS: Readonly<Record<Kind, (hue: number) => string>> = {
  astronaut: (hue) =>
    `<path d="M14 96C14 78 28 70 48 70S82 78 82 96Z" fill="#cdd3e2"/><path d="M34 72h28l-4 24H38Z" fill="${hsl(hue, 76, 56)}"/>` +
    `<circle cx="48" cy="43" r="31" fill="url(#s)"/><rect x="10" y="36" width="9" height="20" rx="4" fill="${hsl(hue, 76, 56)}"/><rect x="77" y="36" width="9" height="20" rx="4" fill="${hsl(hue, 76, 56)}"/>` +
    `<path d="M24 44C24 30 34 24 48 24S72 30 72 44C72 58 62 64 48 64S24 58 24 44Z" fill="url(#k)" stroke="#8d96ad" stroke-width="2.5"/>${eyes(45, 9, 4, hsl(hue, 90, 78))}${smile(53, 5, hsl(hue, 90, 78))}${shine('M31 40C32 34 36 31 40 30')}`,
  robot: (hue) =>
    `<path d="M46 8h4v14h-4Z" fill="#aeb6c8"/><circle cx="48" cy="9" r="5.5" fill="${hsl(hue + 150, 90, 66)}"/><path d="M20 96C20 82 30 76 48 76S76 82 76 96Z" fill="${hsl(hue, 34, 34)}"/>` +
    `<rect x="9" y="40" width="10" height="20" rx="4" fill="#aeb6c8"/><rect x="77" y="40" width="10" height="20" rx="4" fill="#aeb6c8"/><rect x="17" y="20" width="62" height="56" rx="17" fill="url(#f)"/>` +
    `<rect x="25" y="31" width="46" height="30" rx="12" fill="url(#k)"/>${eyes(44, 11, 5.5, hsl(hue + 150, 90, 70))}${smile(52, 5, hsl(hue + 150, 90, 70))}<path d="M38 68h20" stroke="#07080f" stroke-opacity=".5" stroke-width="3" stroke-linecap="round"/>${shine('M24 34C25 29 28 26 33 25')}`,
  planet: (hue) =>
    `<path d="M12 60C4 70 6 76 16 75C36 73 74 50 86 34C92 26 88 20 78 24" fill="none" stroke="${hsl(hue + 50, 90, 72)}" stroke-width="5" stroke-linecap="round"/><circle cx="48" cy="49" r="30" fill="url(#f)"/>` +
    `<path d="M20 38Q48 30 76 40M18 52Q48 46 77 58" fill="none" stroke="${hsl(hue, 60, 30)}" stroke-opacity=".4" stroke-width="5" stroke-linecap="round"/><path d="M12 60C4 70 6 76 16 75C36 73 74 50 86 34" fill="none" stroke="${hsl(hue + 50, 90, 72)}" stroke-width="5" stroke-linecap="round"/>` +
    `${eyes(42, 10, 5, '#0b0d18')}${smile(50, 5, '#0b0d18')}${shine('M26 40C28 32 34 27 40 25')}`,
  alien: (hue) =>
    `<path d="M30 26Q24 14 20 12M66 26Q72 14 76 12" fill="none" stroke="${hsl(hue, 60, 46)}" stroke-width="4" stroke-linecap="round"/><circle cx="19" cy="11" r="5" fill="${hsl(hue + 60, 90, 70)}"/><circle cx="77" cy="11" r="5" fill="${hsl(hue + 60, 90, 70)}"/>` +
    `<path d="M24 96C24 84 34 78 48 78S72 84 72 96Z" fill="${hsl(hue, 44, 30)}"/><path d="M48 18C70 18 82 30 82 46C82 64 62 84 48 84S14 64 14 46C14 30 26 18 48 18Z" fill="url(#f)"/>` +
    `<g fill="#0b0d18"><ellipse cx="33" cy="50" rx="10" ry="13" transform="rotate(-18 33 50)"/><ellipse cx="63" cy="50" rx="10" ry="13" transform="rotate(18 63 50)"/></g><g fill="#fff"><circle cx="30" cy="45" r="3.4"/><circle cx="60" cy="45" r="3.4"/></g>${smile(70, 5, '#0b0d18')}${shine('M24 38C27 31 32 27 38 25')}`,
  cat: (hue) =>
    `<path d="M12 96C12 80 28 72 48 72S84 80 84 96Z" fill="#cdd3e2"/><path d="M18 46L20 8L42 22H54L76 8L78 46Z" fill="url(#f)"/><circle cx="48" cy="47" r="31" fill="url(#f)"/><path d="M24 26L25 17L34 23ZM72 26L71 17L62 23Z" fill="${hsl(hue + 20, 90, 84)}"/>` +
    `${eyes(46, 12, 5.5, '#0b0d18')}<path d="M44 55h8l-4 5Z" fill="#0b0d18"/><path d="M40 63Q45 67 48 61Q51 67 56 63M18 54L28 55M19 62L29 60M78 54L68 55M77 62L67 60" fill="none" stroke="#0b0d18" stroke-width="2.4" stroke-linecap="round"/><path d="M22 76Q48 86 74 76" fill="none" stroke="#8d96ad" stroke-width="6" stroke-linecap="round"/>${shine('M25 38C28 31 33 27 38 25')}`,
}

/** Names of the pictures, each a file `{name}.svg`. */
export const PLAYER_NAMES: readonly string[] = Object.keys(FACES)

/** Draws an avatar, 96 × 96, by its name in `PLAYER_NAMES`. */
export function playerPicture(name: string): string {
  const face = FACES[name]
  if (!face) throw new Error(`no portrait is called ${name}`)
  const { kind, hue } = face
  const random = seededRandom(name)
  const stars = Array.from({ length: 9 }, () => `M${Math.round(4 + random() * 88)} ${Math.round(4 + random() * 60)}h.1`)
  const ramp = (id: string, light: string, dark: string): string =>
    `<linearGradient id="${id}" x2=".5" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs>${ramp('b', hsl(hue + 24, 48, 30), hsl(hue - 16, 58, 12))}${ramp('f', hsl(hue, 82, 72), hsl(hue, 66, 42))}` +
    `${ramp('s', '#ffffff', '#b3bbcd')}${ramp('k', '#242a42', '#0a0c16')}</defs><rect width="96" height="96" fill="url(#b)"/>` +
    `<path d="${stars.join('')}" stroke="#fff" stroke-opacity=".6" stroke-width="2" stroke-linecap="round"/>${PORTRAITS[kind](hue)}</svg>\n`
  )
}
