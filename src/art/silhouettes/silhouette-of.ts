// Finds the drawing of a model, or of its class. Each is fitted to the frame once, when it is first used.
import type { WeaponClass } from '../../game/catalogue/catalogue.ts'
import { gloves } from './gloves.ts'
import { heavy } from './heavy.ts'
import { knives } from './knives.ts'
import { pistols } from './pistols.ts'
import { rifles } from './rifles.ts'
import { type Drawing, framed, type Silhouette } from './shape.ts'
import { smgs } from './smgs.ts'
import { snipers } from './snipers.ts'

const DRAWINGS: ReadonlyMap<string, Drawing> = new Map(
  Object.entries({ ...pistols, ...smgs, ...rifles, ...snipers, ...heavy, ...knives, ...gloves }),
)

const CLASS_MODELS: Readonly<Record<WeaponClass, string>> = {
  pistol: 'glock',
  smg: 'mp9',
  rifle: 'ak47',
  sniper: 'awp',
  shotgun: 'nova',
  'machine-gun': 'm249',
  knife: 'bayonet',
  gloves: 'sporty_gloves',
}

/** Models that have a drawing of their own. */
export const DRAWN_MODELS: readonly string[] = [...DRAWINGS.keys()]

const fitted = new Map<string, Silhouette>()

/** Returns the silhouette of a model, e.g. `ak47`, in the frame of 512 × 384; of its class where the model is unknown. */
export function silhouetteOf(model: string, weaponClass: WeaponClass): Silhouette {
  const key = DRAWINGS.has(model) ? model : CLASS_MODELS[weaponClass]
  const known = fitted.get(key)
  if (known) return known
  const drawing = DRAWINGS.get(key)
  if (!drawing) throw new Error(`no drawing for the class ${weaponClass}`)
  const silhouette = framed(drawing)
  fitted.set(key, silhouette)
  return silhouette
}
