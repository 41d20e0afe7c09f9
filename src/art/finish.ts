// Draws a skin: its silhouette filled with a finish generated from its name, lit from above. Shown where the picture of the Steam
// image host is missing.
import type { Skin } from '../game/catalogue/catalogue.ts'
import { finishOf } from './finish/palette.ts'
import { PATTERNS } from './finish/patterns.ts'
import { hashText, seededRandom } from './random.ts'
import { FRAME, type Part, type PartRole } from './silhouettes/shape.ts'
import { silhouetteOf } from './silhouettes/silhouette-of.ts'

const TONES: Readonly<Record<Exclude<PartRole, 'paint' | 'edge'>, readonly [string, string]>> = {
  metal: ['#6a7187', '#23262f'],
  grip: ['#3d414e', '#16181e'],
  steel: ['#d5dae6', '#6d7484'],
  wood: ['#a86b3c', '#4a2914'],
  glass: ['#9cc4e6', '#2c4a78'],
}

type Tone = keyof typeof TONES

const isTone = (role: PartRole): role is Tone => role !== 'paint' && role !== 'edge'

/** Defines the filters that light each part from above and shade it below. */
function relief(id: string): string {
  return (
    `<filter id="${id}r" x="-.1" y="-.1" width="1.2" height="1.2" color-interpolation-filters="sRGB">` +
    '<feGaussianBlur in="SourceAlpha" stdDeviation="4" result="b"/>' +
    '<feOffset in="b" dy="5"/><feComposite in="SourceAlpha" operator="out" result="t"/>' +
    '<feOffset in="b" dy="-7"/><feComposite in="SourceAlpha" operator="out" result="u"/>' +
    '<feFlood flood-color="#fff" flood-opacity=".62"/><feComposite in2="t" operator="in" result="t"/>' +
    '<feFlood flood-color="#04050a" flood-opacity=".72"/><feComposite in2="u" operator="in" result="u"/>' +
    '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="u"/><feMergeNode in="t"/></feMerge></filter>'
  )
}

function tones(id: string, used: ReadonlySet<PartRole>): string {
  return [...used]
    .filter(isTone)
    .map((role) => {
      const [light, dark] = TONES[role]
      return (
        `<linearGradient id="${id}${role}" gradientUnits="objectBoundingBox" x2="0" y2="1">` +
        `<stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`
      )
    })
    .join('')
}

/** Groups consecutive parts of one role, which share a filter. */
function runs(parts: readonly Part[]): readonly { readonly role: PartRole; readonly ds: readonly string[] }[] {
  const groups: { role: PartRole; ds: string[] }[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last && last.role === part.role) last.ds.push(part.d)
    else groups.push({ role: part.role, ds: [part.d] })
  }
  return groups
}

function layers(id: string, parts: readonly Part[]): string {
  return runs(parts)
    .map(({ role, ds }) => {
      if (role === 'edge')
        return `<g fill="#fff" fill-opacity=".34" stroke="none">${ds.map((d) => `<path d="${d}"/>`).join('')}</g>`
      const fill = role === 'paint' ? `${id}p` : `${id}${role}`
      const solid = role === 'glass' ? '' : ` filter="url(#${id}r)"`
      return `<g fill="url(#${fill})"${solid}>${ds.map((d) => `<path d="${d}"/>`).join('')}</g>`
    })
    .join('')
}

const shadow = (id: string): string =>
  `<filter id="${id}s" x="-.1" y="-.1" width="1.2" height="1.3"><feDropShadow dy="9" stdDeviation="8" flood-color="#000" flood-opacity=".55"/></filter>`

/** Returns the finish without the weapon: 'AK-47 | Redline' gives 'Redline', a vanilla 'Karambit' gives ''. */
function finishName(name: string): string {
  return name.split(' | ').slice(1).join(' ')
}

/** What a skin is drawn from. */
export interface PicturedSkin extends Pick<Skin, 'id' | 'model' | 'weaponClass' | 'rarity'> {
  readonly name: Pick<Skin['name'], 'en'>
}

/**
 * Draws a standalone SVG of a skin: 512 × 384, transparent background, no text, no script, no other files.
 * The same skin always gives the same picture, and no other skin gives it.
 */
export function itemPicture(skin: PicturedSkin): string {
  return drawSkin(skin, true)
}

/** Draws a skin as `itemPicture` does, for rasters: without the shadow, which is not seen in a small picture and takes a third of its bytes. */
export function itemPictureWithoutShadow(skin: PicturedSkin): string {
  return drawSkin(skin, false)
}

/**
 * Returns the name of the file with the raster of a skin, without its folder. It names the drawing too: a skin that is described
 * otherwise has another file, or none.
 */
export function itemRasterFile(skin: PicturedSkin): string {
  return `${skin.id}.${hashText(itemPictureWithoutShadow(skin)).toString(36)}.webp`
}

function drawSkin(skin: PicturedSkin, hasShadow: boolean): string {
  const id = `i${hashText(skin.id).toString(36)}`
  const random = seededRandom(skin.id)
  const { pattern, palette } = finishOf(finishName(skin.name.en), skin.rarity, random)
  const { parts, lines } = silhouetteOf(skin.model, skin.weaponClass)
  const { width, height } = FRAME
  const light =
    `<linearGradient id="${id}l" x2="0" y2="1"><stop offset=".2" stop-color="#fff" stop-opacity=".22"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/>` +
    `<stop offset=".85" stop-color="#05060c" stop-opacity=".4"/></linearGradient><rect width="${width}" height="${height}" fill="url(#${id}l)"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>` +
    `<pattern id="${id}p" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${PATTERNS[pattern](palette, random, id)}${light}</pattern>` +
    `${tones(id, new Set(parts.map((part) => part.role)))}${relief(id)}` +
    `${hasShadow ? shadow(id) : ''}</defs>` +
    `<g${hasShadow ? ` filter="url(#${id}s)"` : ''} fill-rule="evenodd" stroke="#06070c" stroke-opacity=".8" stroke-width="1.6" stroke-linejoin="round">${layers(id, parts)}</g>` +
    `<g fill="none" stroke="#fff" stroke-opacity=".18" stroke-linecap="round"><path id="${id}e" d="${lines}" transform="translate(0 1.6)"/>` +
    `<use href="#${id}e" y="-1.6" stroke="#05060c" stroke-opacity=".55" stroke-width="2"/></g></svg>`
  )
}
