// Draws a crate from a small description: the whole, and body and lid apart so that the lid can open.

import { hsl } from './colour.ts'
import { briefcaseForm, chestForm, crateForm, vaultForm } from './crate/box-forms.ts'
import type { CrateEmblem } from './crate/emblems.ts'
import { type CrateMaterial, type Material, materialOf } from './crate/materials.ts'
import type { CrateContext, Form } from './crate/primitives.ts'
import { capsuleForm, cylinderForm, drumForm, podForm } from './crate/round-forms.ts'
import { hashText, seededRandom } from './random.ts'

export { CRATE_EMBLEMS, type CrateEmblem } from './crate/emblems.ts'
export { CRATE_MATERIALS, type CrateMaterial } from './crate/materials.ts'

export const CRATE_FORMS = ['crate', 'capsule', 'vault', 'cylinder', 'briefcase', 'pod', 'chest', 'drum'] as const

export type CrateForm = (typeof CRATE_FORMS)[number]

export interface CrateArt {
  readonly form: CrateForm
  readonly material: CrateMaterial
  /** Hue of the paint, 0 to 359. */
  readonly hue1: number
  /** Hue of the light: seam, lamps, emblem; 0 to 359. */
  readonly hue2: number
  readonly emblem: CrateEmblem
  /** 0 (new) to 1 (battered). */
  readonly wear: number
}

/** Standalone SVGs of 400 × 400; body and lid share the coordinates and stack into the whole. */
export interface CratePictures {
  readonly whole: string
  readonly body: string
  readonly lid: string
}

const FORMS: Readonly<Record<CrateForm, (context: CrateContext) => Form>> = {
  crate: crateForm,
  capsule: capsuleForm,
  vault: vaultForm,
  cylinder: cylinderForm,
  briefcase: briefcaseForm,
  pod: podForm,
  chest: chestForm,
  drum: drumForm,
}

function ramp(id: string, colours: readonly string[], diagonal: boolean): string {
  const stops = colours.map((colour, index) => {
    const offset = index === 0 ? '' : ` offset="${(index / (colours.length - 1)).toFixed(2)}"`
    return `<stop${offset} stop-color="${colour}"/>`
  })
  return `<linearGradient id="${id}" x2="${diagonal ? '.7' : '0'}" y2="1">${stops.join('')}</linearGradient>`
}

function definitions(id: string, material: Material, glow: number): string {
  return (
    ramp(`${id}top`, material.top, true) +
    ramp(`${id}front`, material.front, true) +
    ramp(`${id}side`, material.side, false) +
    ramp(`${id}trim`, material.trim, false) +
    ramp(`${id}panel`, material.panel, true) +
    `<linearGradient id="${id}round"><stop stop-color="#000" stop-opacity=".5"/><stop offset=".24" stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#000" stop-opacity=".02"/><stop offset="1" stop-color="#000" stop-opacity=".68"/></linearGradient>` +
    `<radialGradient id="${id}h"><stop stop-color="${hsl(glow, 100, 78)}" stop-opacity=".95"/><stop offset=".5" stop-color="${hsl(glow, 95, 52)}" stop-opacity=".5"/><stop offset="1" stop-color="${hsl(glow, 90, 30)}" stop-opacity=".1"/></radialGradient>` +
    `<linearGradient id="${id}e" gradientUnits="userSpaceOnUse" x1="20" y1="0" x2="70" y2="100"><stop stop-color="${hsl(glow, 100, 93)}"/><stop offset="1" stop-color="${hsl(glow, 95, 62)}"/></linearGradient>` +
    `<filter id="${id}r" x="-.1" y="-.1" width="1.2" height="1.2" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="2" result="b"/><feOffset in="b" dx="1.5" dy="3"/><feComposite in="SourceAlpha" operator="out" result="t"/><feOffset in="b" dx="-1.5" dy="-3.5"/><feComposite in="SourceAlpha" operator="out" result="u"/><feFlood flood-color="#fff" flood-opacity=".6"/><feComposite in2="t" operator="in" result="t"/><feFlood flood-color="#020308" flood-opacity=".6"/><feComposite in2="u" operator="in" result="u"/><feDropShadow in="SourceGraphic" dx="1" dy="2.5" stdDeviation="2" flood-color="#000" flood-opacity=".5"/><feMerge><feMergeNode/><feMergeNode in="u"/><feMergeNode in="t"/></feMerge></filter>` +
    `<filter id="${id}b" filterUnits="userSpaceOnUse" x="-60" y="-160" width="560" height="640"><feGaussianBlur stdDeviation="5"/></filter><filter id="${id}d" x="-.5" y="-.8" width="2" height="2.6"><feGaussianBlur stdDeviation="13"/></filter>`
  )
}

/**
 * Draws a crate in three-quarter view, lit from above left.
 * The same description always gives the same pictures; they load nothing.
 */
export function crate(art: CrateArt): CratePictures {
  const key = `${art.form}.${art.material}.${art.hue1}.${art.hue2}.${art.emblem}.${art.wear}`
  const id = `c${hashText(key).toString(36)}`
  const material = materialOf(art.material, art.hue1)
  const { defs, overlay } = material.texture(id)
  const form = FORMS[art.form]({
    id,
    material,
    texture: `<use href="#${id}y"/>`,
    emblem: art.emblem,
    glow: art.hue2,
    wear: art.wear,
    random: seededRandom(key),
  })
  const shared = `<defs>${definitions(id, material, art.hue2)}${defs}<g id="${id}y">${overlay}</g></defs>`
  const sheet = (content: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${shared}${content}</svg>`
  return { whole: sheet(form.body + form.lid), body: sheet(form.body), lid: sheet(form.lid) }
}
